"""`python -m rulesc` is `rulesc`."""

import sys


def main() -> None:
    """Load the command line and run it; whoever interrupts already that sees no traceback either."""
    try:
        from rulesc.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("\ninterrupted\n")
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
