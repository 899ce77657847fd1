"""What notebooks show of estimates, simulations and contests."""

import re
from dataclasses import replace
from math import inf
from xml.etree import ElementTree

from cardhouse.drawing import bars
from cardhouse.drawing.bars import ABOVE, BELOW, NEITHER
from cardhouse.games.president import PRESIDENT
from cardhouse.lab import duel, simulate, tournament, work
from cardhouse.lab.contest import plan
from cardhouse.lab.counts import Estimate
from cardhouse.lab.simulation import plan as plan_simulation

HERE = work.threads(1)
HOSTILE = "</td><script>alert(1)</script>"


def texts(markup: str) -> list[str]:
    """The cells of all tables; the markup must be well-formed."""
    return ["".join(cell.itertext()) for cell in ElementTree.fromstring(markup).iter() if cell.tag in ("td", "th")]


def drawn(markup: str) -> list[str]:
    """The colours of all dots."""
    return re.findall(r'<circle [^>]*fill="([^"]+)"', markup)


def test_a_bar_is_coloured_by_where_its_interval_lies() -> None:
    found = bars([Estimate(0.6, 0.5, 0.7), Estimate(0.1, 0.05, 0.2), Estimate(0.3, 0.2, 0.4)], mark=0.25)
    assert [drawn(bar.svg()) for bar in found] == [[ABOVE], [BELOW], [NEITHER]]
    assert {bar.scale for bar in found} == {(0.05, 0.7)}


def test_a_bar_lies_where_its_figures_are() -> None:
    """On a scale from -10 to 30 that is 180 wide, a quarter is 45."""
    svg = bars([Estimate(20.0, -10.0, 30.0), Estimate(0.0, 0.0, 10.0)])[1].svg()
    assert 'cx="45"' in svg
    assert 'width="45"' in svg


def test_of_an_endless_interval_there_is_no_bar() -> None:
    value = Estimate(3.0, 0.0, inf)
    assert bars([value])[0].svg() == ""
    assert "3 (?)" in value._repr_html_()


def test_an_estimate_says_its_figures_beside_its_bar() -> None:
    markup = Estimate(0.25, 0.2, 0.3)._repr_html_()
    assert "0.25 (0.2 to 0.3)" in markup
    assert drawn(markup) == [ABOVE]


def test_a_simulation_shows_lengths_first_places_and_players() -> None:
    found = simulate("president", matches=400, players=["quick", "random", "random", "easy"], executor=HERE)
    markup = found._repr_html_()
    cells = texts(markup)
    assert "400 matches of President, 4 seats, seed 1" in markup
    assert repr(found) == "<Simulation: 400 matches of President, 4 seats, seed 1>"
    assert {"moves", "clears", f"{found.counts.mean('moves').mean:.4g}"} <= set(cells)
    share, place = found.by_player()["quick"]
    assert cells[cells.index("quick") : cells.index("quick") + 4] == ["quick", share.percent, "", str(place)]
    assert len(drawn(markup)) == 2 * 4 + 3
    assert drawn(markup)[-3:] == [ABOVE, BELOW, NEITHER]


def test_a_simulation_names_how_deals_end() -> None:
    assert "of all: rounds drawn, a stalemate" in simulate("javelin", matches=20, executor=HERE)._repr_html_()


def test_before_anything_is_known_nothing_is_drawn() -> None:
    for shown in (plan_simulation("president")[0], plan("duel", "president", ["quick", "random"])):
        assert "Nothing is known yet." in shown._repr_html_()
        assert drawn(shown._repr_html_()) == []


def test_a_duel_shows_its_standings_with_bars() -> None:
    found = duel("president", ["quick", "random"], blocks=12, executor=HERE)
    markup = found._repr_html_()
    cells = texts(markup)
    for name, (share, _) in found.by_player().items():
        assert cells[cells.index(name) + 1] == share.percent
    assert drawn(markup) == [ABOVE, BELOW]
    assert repr(found) == "<Contest, a duel: President, 4 seats, seed 1: 12 blocks, 48 matches>"


def test_a_tournament_shows_its_pool_and_ratings_as_its_page_does() -> None:
    found = tournament("president", ["quick", "random"], blocks=8, executor=HERE)
    cells = texts(found._repr_html_())
    assert "one of these, among 3:" in cells
    assert "rating, 0 is the mean of all" in cells
    assert len(drawn(found._repr_html_())) == 4
    assert drawn(found._repr_html_())[2:] == [ABOVE, BELOW]


def test_a_settled_duel_says_so() -> None:
    found = duel("president", ["quick", "random"], blocks=2, until=0.5, executor=HERE)
    assert re.search("(?i)settled", found._repr_html_())


def test_titles_and_names_are_escaped() -> None:
    hostile = replace(PRESIDENT, title=HOSTILE)
    simulated = simulate(hostile, matches=8, executor=HERE)._repr_html_()
    for markup in (simulated, duel(hostile, ["quick", "random"], blocks=1, executor=HERE)._repr_html_()):
        texts(markup)
        assert "&lt;script&gt;" in markup
        assert "<script" not in markup
