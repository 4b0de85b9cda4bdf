"""Loaders for other frameworks, one module each: langchain, llama_index, haystack, scrapy.

Each module needs its framework, which the extra of that name installs: `pip install 'maintext[langchain]'`.
"""
