from tests.web import vectors


def test_the_pages_own_tests_know_what_the_law_says_today() -> None:
    assert vectors.FILE.read_text("utf-8") == vectors.text(), "run: python -m tests.web.vectors"
