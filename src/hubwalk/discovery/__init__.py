"""From samples to sites: tokens, queries, search engines, and the sites where the wanted pages live."""
