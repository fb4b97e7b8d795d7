"""Placeholder until the next commit."""

from hubwalk.strategies.breadth_first import BreadthFirst as BestFirst

__all__ = ["BestFirst"]
