"""The graph: which operations are recorded, and what they were. Nothing is computed here."""
