"""How much of the metadata is right: ours, and that of public readers of metadata. See docs/metadata.md.

page ─readers→ title, authors, date ┐
                                    ├─grades→ right, wrong or missing
labels of the page ─────────────────┘
"""
