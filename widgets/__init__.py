"""Widgets for Jupyter notebooks, imported as `tensorplay.widgets`.

Empty for now: the live pictures (storage, layout and aliases beside each cell) come in a later change. In a notebook
the facts are at hand today through `tensorplay.describe` and `tensorplay.show`.
"""
