"""HTML in, Page out: links with their DOM paths, canonical URLs, scope, duplicates. Pure: no network, file or clock."""
