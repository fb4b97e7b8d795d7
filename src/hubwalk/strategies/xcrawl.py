"""Placeholder until the next commit."""

from hubwalk.strategies.breadth_first import BreadthFirst as XCrawl

__all__ = ["XCrawl"]
