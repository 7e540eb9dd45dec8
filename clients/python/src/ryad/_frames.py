"""Rows as the frames of the library that is there: pandas first, then polars, else the rows themselves."""

from __future__ import annotations

from datetime import date
from typing import Any, Dict, List, Optional, Sequence

Rows = List[Dict[str, Any]]
#: A frame of pandas or polars, or the rows.
Frame = Any

#: Columns of days, which are texts in an answer.
DAY_COLUMNS = (
    "period", "as_of", "published_at", "superseded_at", "withdrawn_at", "last_period", "first_period", "day", "latest_published_at",
)


def library(wanted: Optional[str]) -> str:
    """The name of the library: the wanted one, else the first that is installed."""
    for name in [wanted] if wanted else ["pandas", "polars"]:
        if name == "records":
            return name
        try:
            __import__(name)
            return name
        except ImportError:
            if wanted:
                raise
    return "records"


def to_frame(rows: Rows, wanted: Optional[str], days: Sequence[str]) -> Frame:
    """A row for each item; days as dates."""
    name = library(wanted)
    if name == "pandas":
        import pandas

        frame = pandas.DataFrame(rows)
        for column in days:
            if column in frame.columns:
                frame[column] = pandas.to_datetime(frame[column])
        return frame
    dated = [{key: _day(value) if key in days else value for key, value in row.items()} for row in rows]
    if name == "polars":
        import polars

        return polars.DataFrame(dated, infer_schema_length=None)
    return dated


def to_wide(rows: Rows, keys: Sequence[str], wanted: Optional[str]) -> Frame:
    """A row for each period, a column for each series in the order of the keys; a period that a series lacks is empty."""
    periods: Dict[str, Dict[str, Any]] = {}
    for row in rows:
        periods.setdefault(row["period"], {})[row["series_key"]] = row["value"]
    wide = [{"period": period, **{key: periods[period].get(key) for key in keys}} for period in sorted(periods)]
    frame = to_frame(wide, wanted, ("period",))
    return frame.set_index("period") if library(wanted) == "pandas" and wide else frame


def _day(value: Optional[str]) -> Optional[date]:
    return None if value is None else date.fromisoformat(value)
