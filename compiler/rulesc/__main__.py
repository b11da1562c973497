"""`python -m rulesc` is `rulesc`."""

from rulesc.cli import main

if __name__ == "__main__":
    main()
