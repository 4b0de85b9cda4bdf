"""A crawl → main texts with datatrove: read, extract, filter, write.

pip install 'maintext[datatrove]'
python examples/batch/datatrove_pipeline.py CRAWL FOLDER [TASKS]

CRAWL is a WARC file, a folder of them, or anything else that `maintext run` reads. Texts go to FOLDER/texts,
pages without text to FOLDER/dropped with their HTML, and the statistics of each step to FOLDER/logs. Run it
again to resume: datatrove skips the tasks that are done.
"""

import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers import JsonlWriter

from maintext.batch.datatrove import CrawlReader, MainText


def main(crawl: str, folder: str, tasks: str = "1") -> None:
    """Run the pipeline on this machine."""
    LocalPipelineExecutor(
        pipeline=[
            CrawlReader(crawl),
            MainText(
                timeout=10,
                memory=1 << 30,
                filter="words > 20 and verdict != 'not_article'",
                exclusion_writer=JsonlWriter(f"{folder}/dropped"),
            ),
            JsonlWriter(f"{folder}/texts"),
        ],
        tasks=int(tasks),
        logging_dir=f"{folder}/logs",
    ).run()


if __name__ == "__main__":  # the processes of the executor import this file
    main(*sys.argv[1:])
