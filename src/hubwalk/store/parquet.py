"""Parquet by pyarrow: streamed in row groups, so that a large log does not fill the memory."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import islice
from typing import BinaryIO

from hubwalk.store.records import COLUMNS, flat_record
from hubwalk.values import Observation

_ROW_GROUP = 10_000


def write_parquet(observations: Iterable[Observation], out: BinaryIO) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {str: pa.string(), bool: pa.bool_(), float: pa.float64(), int: pa.int64()}
    types[datetime] = pa.timestamp("ms", tz="UTC")
    schema = pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    count = 0
    todo = iter(observations)
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        while records := [_typed(flat_record(o)) for o in islice(todo, _ROW_GROUP)]:
            writer.write_table(pa.Table.from_pylist(records, schema=schema))
            count += len(records)
    return count


def _typed(record: dict[str, object]) -> dict[str, object]:
    return record | {"fetched_at": datetime.fromisoformat(str(record["fetched_at"]))}
