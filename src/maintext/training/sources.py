"""Origin of the known data sets. A model's file names the sources and licences of its pages."""

ORIGINS: dict[str, tuple[str, str]] = {
    "magic-article": ("opendatalab/magic-html benchmark, articles", "Apache-2.0"),
    "magic-forum": ("opendatalab/magic-html benchmark, forum threads and Q&A", "Apache-2.0"),
    "news4k": ("AndyTheFactory/article-extraction-dataset", "Apache-2.0"),
    "wcxb-dev": ("WCXB (M. Foley 2026), development split", "CC-BY-4.0"),
}
"""Origin and licence by the name of the data set, which is its file name without suffix."""

NOT_STATED = ("not stated", "not stated")
