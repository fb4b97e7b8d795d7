"""Weights of pages from the links between them: one method, one file, one paper. Pure."""
