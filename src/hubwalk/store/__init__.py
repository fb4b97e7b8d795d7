"""The crawl log: one SQLite file, append-only, crash-safe, replayable; and everything that is written from it.

crawl_log.py (the log), exports.py (JSON Lines, CSV, Parquet), warc.py (WARC), results.py (output of a
running crawl).
"""
