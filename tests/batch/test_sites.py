import shutil
from pathlib import Path

import pyarrow.dataset as ds
import pytest

from maintext.batch import sites
from maintext.batch.extract import RawPage
from maintext.batch.job import Job
from maintext.batch.manifest import Manifest
from maintext.batch.shard import make_guard, process_shard
from maintext.batch.sites import LEARN, check_learned, merge_sketches, sketch_folder, start_learning
from maintext.batch.sources import plan
from maintext.batch.templates import TemplateFolder, host_of
from maintext.errors import DataError
from maintext.page.parse import parse
from maintext.site.template import SiteTemplate
from tests.batch.hostile import write_pages

LEARNING = Job(method="path_similarity", site_templates=LEARN)
NOTICE = "We use cookies on all of our pages, and so do the others."


def story(number: int) -> bytes:
    words = f"The story of number {number} was told at length in the town of number {number}."
    return f"<title>{number}</title><p>{NOTICE}</p><div><p>{words}</p></div>".encode()


def learn(tmp_path: Path, files: int = 2, pages: int = 4) -> Manifest:
    crawl = tmp_path / "crawl"
    crawl.mkdir()
    for number in range(files):
        write_pages(
            crawl / f"{number}.jsonl", [story(n) for n in range(number * pages, (number + 1) * pages)]
        )
    manifest = Manifest(tmp_path / "sites")
    manifest.open(LEARNING)
    with make_guard(LEARNING) as guard:
        for shard in plan([str(crawl)]):
            process_shard(shard, LEARNING, str(manifest.output), guard=guard)
    return manifest


def test_templates_learned_by_shard_equal_those_learned_from_all_pages(tmp_path: Path) -> None:
    folder, count = merge_sketches(learn(tmp_path))
    assert count == 1
    learned = TemplateFolder(folder).find("http://www.site/anything")
    assert learned == SiteTemplate.learn([parse(story(n).decode()) for n in range(8)], host="site")


def test_a_host_with_few_pages_gets_no_template(tmp_path: Path) -> None:
    folder, count = merge_sketches(learn(tmp_path), min_pages=9)
    assert count == 0
    assert TemplateFolder(folder).find("http://site/") is None


def test_sketches_are_written_when_there_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _ = merge_sketches(learn(tmp_path))
    monkeypatch.setattr(sites, "_MAX_ENTRIES", 1)
    (tmp_path / "pieces").mkdir()
    learned = learn(tmp_path / "pieces")
    assert any(file.name.endswith("-1.jsonl") for file in sketch_folder(learned).iterdir())
    pieces, _ = merge_sketches(learned)
    assert TemplateFolder(pieces).find("http://site/") == TemplateFolder(whole).find("http://site/")


def test_templates_remove_repeated_text(tmp_path: Path) -> None:
    folder, _ = merge_sketches(learn(tmp_path))
    job = Job(method="path_similarity", site_templates=folder)
    manifest = Manifest(tmp_path / "out")
    manifest.open(job)
    with make_guard(job) as guard:
        for shard in plan([str(tmp_path / "crawl")]):
            process_shard(shard, job, str(manifest.output), guard=guard)
    texts = ds.dataset(manifest.output, format="parquet").to_table()["text"].to_pylist()
    assert len(texts) == 8
    assert all("The story" in text and NOTICE not in text for text in texts)


def test_templates_change_the_settings_by_content_not_by_path(tmp_path: Path) -> None:
    learned, _ = merge_sketches(learn(tmp_path))
    here, there = TemplateFolder(learned), TemplateFolder(tmp_path / "there")
    shutil.copytree(here.path, there.path)

    def settings(folder: TemplateFolder) -> str:
        return Job(site_templates=str(folder.path), templates_digest=folder.digest()).hash

    assert settings(here) == settings(there) != Job().hash
    file = there.file("site")
    file.write_bytes(file.read_bytes() + b" ")
    assert settings(here) != settings(there)


def test_a_page_without_text_adds_nothing_to_a_template() -> None:
    sketch = start_learning(LEARNING)(RawPage(b"", "http://site/", None))
    assert (sketch["pages"], sketch["entries"]) == ([], [])


def test_the_host_is_read_from_the_url() -> None:
    assert host_of("http://WWW.Site.example:80/x") == "site.example"
    assert host_of(None) is None
    assert host_of("http://[bad") is None
    assert host_of("no url") is None


def test_no_host_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    folder = TemplateFolder(tmp_path)
    for host in ("..", "a/../../b", "x" * 300, ".hidden", "bücher.example"):
        path = folder.file(host).resolve()
        assert path.parent.parent == tmp_path.resolve()
        assert len(path.name) < 110


def test_inputs_added_after_learning_templates_are_refused(tmp_path: Path) -> None:
    manifest = learn(tmp_path)
    merge_sketches(manifest)
    shards = plan([str(tmp_path / "crawl")])
    check_learned(manifest, shards)
    write_pages(tmp_path / "crawl" / "more.jsonl", [story(99)])
    with pytest.raises(DataError, match=r"give --site-templates .*templates to use them as they are"):
        check_learned(manifest, plan([str(tmp_path / "crawl")]))


def test_groups_of_hosts_that_are_too_large_are_split_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _ = merge_sketches(learn(tmp_path))
    (tmp_path / "small").mkdir()
    monkeypatch.setattr(sites, "_GROUP_BYTES", 1)
    parted, count = merge_sketches(learn(tmp_path / "small"))
    assert count == 1
    assert TemplateFolder(parted).find("http://site/") == TemplateFolder(whole).find("http://site/")
    assert not (tmp_path / "small" / "sites" / "groups").exists()
