"""`python -m tensorplay` is the command `tensorplay`."""

from __future__ import annotations

import sys

from tensorplay.repl import main

if __name__ == "__main__":
    sys.exit(main())
