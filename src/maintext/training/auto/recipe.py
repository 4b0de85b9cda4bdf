"""The numbers of a fit, in one place. docs/methods/auto.md has what was tried."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the trees for blocks and kinds are fitted."""

    trees: int = 400
    """Block trees of each ensemble. On 4,900 pages, 400 have .001 to .002 more F1 than 160."""
    levels: int = 6
    rate: float = 0.2
    draws: int = 4
    """Ensembles of block trees, each from another draw of blocks and features; the model is their mean."""
    kept_others: float = 0.5
    """Share of the blocks outside the main text that a draw uses; each then counts so much more."""
    site_power: float = 0.5
    """Pages of a site with n pages weigh n ** -site_power each: one site must not count for a hundred."""
    old_step: int = 8
    """One page in this many is used a second time, as an old page; 0 for none."""
    kind_articles: float = 0.65
    """Most that articles may weigh among all pages with a known kind. Some data sets have nothing else; with
    their full weight, kind trees call forums and shops articles, too."""
    kind_trees: int = 500
    kind_levels: int = 3
    kind_rate: float = 0.15


RECIPE = Recipe()
"""The recipe of the bundled model."""
