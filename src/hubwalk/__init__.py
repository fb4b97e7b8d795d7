"""hubwalk: a high-recall focused crawler. Show it a few pages; it finds nearly all of that kind, and little else."""

__version__ = "0.1.0"
