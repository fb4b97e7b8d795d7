"""Tables with very many columns take work in proportion to their cells."""

from __future__ import annotations

import pytest
from counting import steps_of

from hubwalk.validators import tabular
from hubwalk.validators.boxes import Box, read_boxes
from hubwalk.validators.pairs import Pair


def table_of(rows: str) -> Box:
    return next(box for box in read_boxes(f"<table>{rows}</table>") if box.tag == "table")


def steps(rows: str) -> int:
    """How many steps of the interpreter it takes to tell what a table shows."""
    table = table_of(rows)
    shown: list[Pair] = []
    count = steps_of(lambda: shown.extend(tabular.from_table(table)))
    assert not shown
    return count


@pytest.mark.parametrize("cell", ["<td>", "<td colspan=1000>", "<td rowspan=2>", "<th>"])
def test_ten_times_the_cells_are_ten_times_the_work(cell: str) -> None:
    small, large = (2 * ("<tr>" + "".join(f"{cell}L{i}" for i in range(n))) for n in (200, 2000))
    assert steps(large) < 20 * steps(small)


@pytest.mark.parametrize("wide", [2, 1000])
def test_a_wide_cell_uses_all_columns_that_it_covers(wide: int) -> None:
    """Two further values in six rows are few, three are so many that the table compares."""
    rows = "<tr><td>Weight<td>300 g<tr><td>Zoom<td>4x<td>3x<tr><td>Flash<td>yes<td>no" + "<tr><td>Case<td>steel" * 3
    assert tabular.from_table(table_of(rows))
    assert not tabular.from_table(table_of(rows.replace("<td>300", f"<td colspan={wide}>300")))
