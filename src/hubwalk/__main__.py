"""`python -m hubwalk`: the command line, where the folder of installed commands is not on the path."""

from hubwalk.cli import main

if __name__ == "__main__":
    main()
