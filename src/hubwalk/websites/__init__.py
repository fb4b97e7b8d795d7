"""What kind of site is it? Classifiers of pages, learned from example sites, for the crawl for whole sites."""
