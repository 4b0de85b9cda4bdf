"""asyncio: the extraction runs in a thread, so that the event loop continues."""

import asyncio

import maintext

extractor = maintext.Extractor(method="p_value")


async def main() -> None:
    """Extract three pages at once."""
    pages = [f"<p>In {year} the tower was leaning, and nobody knew why." for year in range(1911, 1914)]
    for document in await asyncio.gather(*(asyncio.to_thread(extractor.extract, page) for page in pages)):
        print(document)


asyncio.run(main())
