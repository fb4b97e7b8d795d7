"""How many authorities does a site have in all? Asked at any moment of its crawl. One method per file. Pure."""
