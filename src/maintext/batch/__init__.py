"""Many pages: record batches in, record batches out, on one machine or on an engine.

inputs ─plan→ shards ─process_shard→ parts + manifest
└ read, extract: guarded → write

record.py     the columns of a page that goes in, and of one that comes out
job.py        what is done to every page: plain data with a hash
extract.py    a record batch → a record batch: what every engine can call
stream.py     a shard → rows: what a guarded process does by itself
shard.py      a shard → a part of the output, by way of a guarded process
manifest.py   which shards are done, and who works on one now
places.py     folders for output, local or at a URL
run.py        all shards, in any engine, until each is done
sites.py      site templates: learned shard by shard, merged host by host
engines/      local processes, Ray, Spark
sources/      where pages come from
sinks.py      where they go
"""

from maintext.batch.extract import extract_batch
from maintext.batch.job import Job
from maintext.batch.record import INPUT, OUTPUT
from maintext.batch.shard import make_guard, process_shard
from maintext.batch.sources import plan

__all__ = ["INPUT", "OUTPUT", "Job", "extract_batch", "make_guard", "plan", "process_shard"]
