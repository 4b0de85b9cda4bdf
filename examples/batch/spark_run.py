"""`maintext run` as a Spark application.

spark-submit [options of Spark] spark_run.py CRAWL -o TEXTS [options of maintext run]

The master, the packed Python and the resources are options of spark-submit; `docs/clusters.md` has commands.
"""

import sys

from maintext.__main__ import main

if __name__ == "__main__":
    sys.argv[1:1] = ["run", "--engine", "spark"]
    main()
