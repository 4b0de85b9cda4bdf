"""Random HTML."""

from hypothesis import strategies as st

# Tokens, with ~ for a space inside one.
_TOKENS = """
<div> </div> <p> </p> <span> </span> <a~href=/x> </a> <b> </b> <i~class="x~y"> </i> <br> <hr> <img~src=a>
<ul> <li> </li> </ul> <table> <tr> <td> <th> </td> </tr> </table> <pre> </pre> <h1> </h1> <nav> </nav>
<section~role="Navigation~x"> </section> <div~hidden> <p~style="display:none"> <template> </template>
<template~shadowrootmode=open> <svg> </svg> <foreignObject> <title>t</title> <math> <mi> </math> <x-box>
</x-box> <X-BOX> <select> <option> </select> <form> </form> <!--c--> <script>s()</script>
<style>.a{}</style> <script~type="application/ld+json">{}</script> <noscript> </noscript> <textarea>
</textarea> <button> </button> <body~class=b> <html~lang=zh> </body> <blockquote> <figure> <figcaption>
<dl> <dt> <dd> <ruby> <rt> one Two~words 3.5 第一句。 第二句， &shy; &#x200e; &amp; &nbsp; 😀 </x> < & "
""".split()
_SPACES = [" ", "\n", "\r\n", "\r", "\t ", "\x0c"]

soups = st.lists(st.sampled_from([token.replace("~", " ") for token in _TOKENS] + _SPACES), max_size=40).map(
    "".join
)
"""Tags in any order, closed or not, with text and white space between them."""
