"""Crawlers by example: what a site was found to look like, generalised so that it holds for pages added later."""
