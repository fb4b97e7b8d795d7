"""The web graph of one site: URLs, DOM paths and anchors interned to integers, links in growable arrays. Pure."""
