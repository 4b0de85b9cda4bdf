"""How much of a page's structure survives in the Markdown of an extractor. See docs/structure.md.

page, gold text ─tree, blocks, gold→ what should be there ┐
                                                          ├─measures→ counts of each page ─report→ tables
Markdown of an extractor ─markdown→ what is there         ┘
"""
