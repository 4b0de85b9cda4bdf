"""Engines: what runs `process_shard` on the shards of a run, each in its own file."""
