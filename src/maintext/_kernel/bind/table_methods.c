/* The methods of the Table type, with their documentation. */
#include "bind/table.h"

PyMethodDef mt_table_methods[] = {
    {"attributes", mt_table_attributes, METH_O,
     "The attributes of a row, as a new dict; empty if it has none."},
    {"rows_with_attributes", mt_table_rows_with_attributes, METH_NOARGS,
     "Rows that have attributes, in order."},
    {"values", mt_table_values, METH_O,
     "values(name: str) -> [(int, str)]\n\n"
     "The rows that have an attribute, with its values."},
    {"shared_values", mt_table_shared_values, METH_VARARGS,
     "shared_values(name, of_row) -> [str]\n\n"
     "The distinct values of an attribute. `of_row` gets the index of each row's value, or -1."},
    {"values_holding", mt_table_values_holding, METH_VARARGS,
     "values_holding(searches, most) -> [[(int, str)]]\n\n"
     "A search is (attribute name, other name or None, words). For each search: the first `most` rows "
     "whose attribute contains one of the words, with its values. The other attribute is used if the "
     "first is empty."},
    {"meta", mt_table_meta, METH_O,
     "meta(most) -> [(str, str)]\n\n"
     "The names (`property`, `name`, `itemprop` or `http-equiv`) and the `content` of the first `most` "
     "<meta> elements."},
    {"counts", mt_table_counts, METH_O,
     "counts(column) -> bytes\n\n"
     "A count of maintext.text.characters.Counts per row, as bytes of int64; 0 for rows without visible "
     "text."},
    {"places", mt_table_places, METH_NOARGS,
     "places() -> bytes\n\n"
     "Line and offset of each row's start tag, two columns of int64: the line from 1, 0 if there is no tag; "
     "the offset in characters, -1 if there is none."},
    {"xpath", mt_table_xpath, METH_O, "xpath(row: int) -> str\n\nThe absolute XPath of a row."},
    {"rewrite", mt_table_rewrite, METH_VARARGS,
     "rewrite(tag, flags)\n\n"
     "Change the tags and flags of rows, and find leaves and blocks again. Call it before anything else "
     "is read from the table."},
    {"with_formulas", mt_table_with_formulas, METH_VARARGS,
     "with_formulas(rows, texts, is_display, flags) -> Table\n\n"
     "The same page, with a text in place of what some elements contain (maintext.formulas)."},
    {"mark_threads", mt_table_mark_threads, METH_O,
     "mark_threads(has_time) -> Memory\n\n"
     "Hints at posts and comments: the columns of maintext.threads.marks.Marks, one after the other. "
     "`has_time` is asked about texts that are not ASCII and may have a time in them."},
    {"post_groups", mt_table_post_groups, METH_VARARGS,
     "post_groups(marks, free) -> (Memory, [((int, float), float, (bytes, bytes, bytes), bytes, bytes)])\n\n"
     "The columns of maintext.threads.evidence.Evidence, one after the other; and the groups of rows that "
     "may be posts, of `JudgedGroup` in threads/threads.h: (good, full), score, (start, end, owner), names, "
     "titles. `marks` comes from mark_threads, `free` are the blocks that may be part of a "
     "post."},
    {"post_opening", mt_table_post_opening, METH_VARARGS,
     "post_opening(evidence, reply) -> (bytes, bytes, bytes) | None\n\n"
     "The first post before the row of the first reply: its first row, the end, the owner of each block, as "
     "int64."},
    {"post_texts", mt_table_post_texts, METH_VARARGS,
     "post_texts(marks, evidence, free, (start, end, owner), alphabetic) -> Memory\n\n"
     "The columns of `PostTexts` in threads/threads.h, one after the other. `evidence` comes from "
     "post_groups, the tuple is one of its groups, `alphabetic` says which code points are letters."},
    {"post_columns", mt_table_post_columns, METH_VARARGS,
     "post_columns((measures, probability, name, post, in_comment, kept)) -> (bytes of int64, bytes of "
     "float32)\n\n"
     "The blocks of a thread for the second look, and their columns (features x blocks). `name` comes from "
     "mark_threads; `post` is the number of each block's post, or -1."},
    {"look_at_posts", mt_table_look_at_posts, METH_VARARGS,
     "look_at_posts(thread, trees, (from, below), was_dropped) -> (bytes of bool, bytes of bool)\n\n"
     "The blocks that a second look adds and drops; `thread` as in post_columns."},
    {"markup", mt_table_markup, METH_O,
     "Characters of each row's tags and attributes, without id, class and style, as bytes of int64."},
    {"title", mt_table_title, METH_NOARGS, "The text of the first <title> with text outside SVG."},
    {"measure", mt_table_measure, METH_VARARGS,
     "measure(scorer, wanted) -> (Memory, words or None)\n\n"
     "Features of the page and its blocks, and the scores of a model (maintext.model.measure). `wanted` "
     "is a sum of ONLY_KIND, WITH_WORDS and WITHOUT_NAMES."},
    {"mostly", mt_table_mostly, METH_O,
     "mostly(leaves) -> bytes of bool\n\n"
     "The blocks that have at least half of their characters in the marked leaves."},
    {"gaps", mt_table_gaps, METH_O,
     "gaps(kept) -> (bytes of int64, bytes of int64)\n\n"
     "The text nodes inside kept blocks that need a space before them; and pairs of text nodes that may need "
     "one between them."},
    {"p_values", mt_table_p_values, METH_VARARGS,
     "p_values(weighted, markup, removed, wrappers, share, images, hidden, noise) -> (bytes, bytes, "
     "bytes)\n\n"
     "The elements, their P values, and the unit of each leaf."},
    {"tidy", mt_table_tidy, METH_VARARGS,
     "tidy(choice, parts, trees, limits, kept, was_dropped) -> [(int, int)]\n\n"
     "Clean up the chosen blocks (maintext.methods.auto.cleanup): the changed ones, and the rule of each. "
     "`choice` is (measures, probability, log_odds, unit)."},
    {"look", mt_table_look, METH_VARARGS,
     "look(choice, headings, kept) -> (bytes of int64, bytes of float32)\n\n"
     "The lists or headings of a page as first and last + 1 block, and their columns (features x lists)."},
    {"survey", mt_table_survey, METH_VARARGS,
     "survey(measures, kept, long_copy, least_forum, labels, longest_label) -> (int, bool, bool, bool, bool, "
     "bool, bool)\n\n"
     "Flags of the kept blocks (FLAG_CONTROL: of the long ones), whether a name above one mentions comments, "
     "whether a long one repeats, and whether they are in several <article>s; whether the page declares a "
     "recipe, has labels (`labels` are their starts), and is a forum with a probability of at least "
     "`least_forum`. `measures` is the memory that measure returns."},
    {"lines", mt_table_lines, METH_VARARGS,
     "lines(page, starts) -> [(int, str)]\n\n"
     "The kept blocks that may be lines with a kind (maintext.methods.auto.openings), and their texts. "
     "`page` is (measures, probability, kept)."},
    {"labels", mt_table_labels, METH_VARARGS,
     "labels(measures, starts, longest) -> [(int, str)]\n\n"
     "The first blocks of at most `longest` letters that begin with one of the starts, 40 or fewer, and "
     "their texts."},
    {"outer_articles", mt_table_outer_articles, METH_NOARGS,
     "The row of the outermost <article> around each block, or -1, as bytes of int64."},
    {"line_columns", mt_table_line_columns, METH_VARARGS,
     "line_columns(page, lines) -> bytes of float32 or None\n\n"
     "The columns of lines, features x lines; None if no other text is kept. A line is (block, kind)."},
    {"clutter", mt_table_clutter, METH_VARARGS,
     "clutter(page, lines, trees, bound) -> bytes of bool or None\n\n"
     "Which lines are clutter, by a rule or if the sum of the trees is above the bound; None if no other "
     "text is kept."},
    {"write_text", mt_table_write_text, METH_VARARGS,
     "write_text(kept, gaps, changed) -> str\n\nThe kept blocks as plain text."},
    {"write_texts", mt_table_write_texts, METH_VARARGS,
     "write_texts(kept, gaps, changed, owner, count) -> list[str]\n\n"
     "The kept blocks of several parts as plain text; `owner` is the part of each block, or -1."},
    {"write_markdown", mt_table_write_markdown, METH_VARARGS,
     "write_markdown(kept, gaps, changed, rich, tables) -> str\n\nThe kept blocks as Markdown."},
    {"write_html", mt_table_write_html, METH_VARARGS,
     "write_html(kept, gaps, changed, rich) -> str\n\nThe kept blocks as HTML."},
    {"hidden_texts", mt_table_hidden_texts, METH_NOARGS,
     "hidden_texts() -> [(int, str)]\n\n"
     "The outermost hidden elements and templates that have a text, and it, with white space folded."},
    {"hidings", mt_table_hidings, METH_NOARGS,
     "hidings() -> [(int, int, str | None, int)]\n\n"
     "The elements that hide themselves: offset of the start tag, reason, and the rule's selectors (cut off "
     "if they "
     "are long) and their offset in bytes."},
    {"unseen", mt_table_unseen, METH_NOARGS,
     "unseen() -> [(int, int, bytes)]\n\n"
     "What was dropped from texts: offset of the start tag around it or -1, kind (`UnseenKind` in "
     "rows/unseen.h), and its meaning."},
    {"block_texts", mt_table_block_texts, METH_VARARGS,
     "block_texts(kept, gaps, changed) -> list[str]\n\nThe text of every kept block."},
    {"row_texts", mt_table_row_texts, METH_O,
     "row_texts(rows) -> list[str]\n\nAll text of each row's subtree."},
    {"text_around", mt_table_text_around, METH_VARARGS,
     "text_around(rows, before, after) -> list[str]\n\n"
     "Some characters of the page's text before the beginning of each row's text, and after it."},
    {NULL, NULL, 0, NULL},
};
