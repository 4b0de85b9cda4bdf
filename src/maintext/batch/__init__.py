"""Many pages: record batches in, record batches out, on one machine or on an engine.

inputs ─plan→ shards ─process_shard→ parts + manifest
                      └ read and extract in a guarded process, write here

record.py     the columns of input and output
row.py        a document → its row
quality/      numbers by published rules, filters
job.py        the settings of a run: plain data with a hash
extract.py    a record batch → a record batch; every engine can call it
stream.py     a shard → rows, inside a guarded process
shard.py      a shard → a part of the output
parts.py      the files that hold the rows of a shard
manifest.py   which shards are done, and which are being processed
job_file.py   job.json: the settings in an output, and whether a run can resume it
places.py     output folders, local or at a URL
run.py        all shards, on any engine, until each is done
selection.py  a sample, the limit of a shard
limit.py      the limit of a run → those of its shards
estimate.py   what a run would take
sites.py      site templates: learned by shard, merged by host
engines/      local processes, Ray, Spark
sources/      input formats
sinks.py      output formats
"""

from maintext.batch.extract import extract_batch
from maintext.batch.job import Job
from maintext.batch.record import INPUT, OUTPUT
from maintext.batch.shard import make_guard, process_shard
from maintext.batch.sources import plan

__all__ = ["INPUT", "OUTPUT", "Job", "extract_batch", "make_guard", "plan", "process_shard"]
