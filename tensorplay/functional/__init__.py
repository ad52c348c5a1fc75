"""The operations, one file a family, and their faces."""
