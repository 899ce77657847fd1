from tests.web import vectors


def test_the_pages_own_tests_know_what_the_law_says_today() -> None:
    is_current = vectors.FILE.read_text("utf-8") == vectors.text()  # a diff of so long a line would take minutes
    assert is_current, "web/src/vectors.json is out of date; run: python -m tests.web.vectors"
