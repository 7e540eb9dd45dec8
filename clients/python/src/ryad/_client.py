"""The client: one method for each question, frames as answers."""

from __future__ import annotations

import json
import os
import time
from datetime import date
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from ._frames import DAY_COLUMNS, Frame, to_frame, to_wide

Words = Union[str, int, date, Iterable[str], None]

#: Series of one request, the most that the service takes.
PAGE_SERIES = 300
#: The same for updates.
PAGE_UPDATES = 500


class RyadError(Exception):
    """A refusal of the service, in its words."""

    def __init__(self, status: int, code: str, message: str, hint: Optional[str]) -> None:
        super().__init__(f"{message}" + (f" ({hint})" if hint else ""))
        self.status = status
        self.code = code
        self.hint = hint


class Ryad:
    """A Ryad service.

    url and token default to RYAD_URL and RYAD_TOKEN. `patience` is the longest wait in seconds for a minute that is used up.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        *,
        frame: Optional[str] = None,
        patience: float = 70,
        timeout: float = 60,
    ) -> None:
        base = url or os.environ.get("RYAD_URL")
        if not base:
            raise ValueError("name the service: Ryad('https://…'), or set RYAD_URL")
        self.url = base.rstrip("/")
        self._token = token or os.environ.get("RYAD_TOKEN")
        self._frame = frame
        self._patience = patience
        self._timeout = timeout

    def __repr__(self) -> str:
        return f"Ryad({self.url!r})"

    def datasets(self) -> Frame:
        """All datasets, with their last period and state."""
        return self._answer(self._get("/api/v1/reference/datasets")["items"])

    def catalogue(self, dataset: str) -> Frame:
        """Every series of a dataset with its codes and names; costs no values."""
        return self._answer(self._get("/api/v1/reference/series", dataset=dataset)["items"])

    def search(self, words: str, *, limit: int = 20, **filters: Words) -> Frame:
        """Series by words in Russian or English; filters are dataset, geo, freq, unit, measure, transformation."""
        return self._answer(self._get("/api/v1/series/search", q=words, limit=limit, **filters)["items"])

    def series(self, keys: Union[str, Sequence[str]], *, last: Optional[int] = None, **bounds: Words) -> Frame:
        """Values of up to 100 series by their keys, a column for each; bounds are start, end and as_of."""
        wanted = [keys] if isinstance(keys, str) else list(keys)
        read = self._get("/api/v1/observations", series=",".join(wanted), last=last, **bounds)
        return to_wide(read["observations"], wanted, self._frame)

    def data(self, dataset: str, **selection: Words) -> Frame:
        """A slice, all of its pages: a row for each value, with the codes of its series.

        The selection has the parameters of the slice: geo, `class_` for class, measure, transformation, unit, freq, start, end, as_of, last.
        """
        return self._rows("/api/v1/data", "observations", {"dataset": dataset, **selection})

    def estimates(self, dataset: str, **selection: Words) -> Frame:
        """Every estimate of a slice, all of its pages; also known_from, known_to, and which ("first", "latest", "nth:2")."""
        return self._rows("/api/v1/estimates", "estimates", {"dataset": dataset, **selection})

    def vintages(self, key: str, **bounds: Words) -> Frame:
        """Every published estimate of a series; bounds are start, end, known_from, known_to, and which ("first", "latest", "nth:2")."""
        return self._answer(self._get(f"/api/v1/series/{quote(key)}/estimates", **bounds)["estimates"])

    def derived(self, derive: str, *, keys: Union[str, Sequence[str], None] = None, **selection: Words) -> Frame:
        """Values computed from published ones: `derive` has the steps ("yoy_pct", "to:A:chain"), for keys of series or a slice."""
        if keys is None:
            return self._rows("/api/v1/derived", "observations", {"derive": derive, **selection})
        wanted = [keys] if isinstance(keys, str) else list(keys)
        read = self._get("/api/v1/derived", derive=derive, series=",".join(wanted), **selection)
        return to_wide(read["observations"], wanted, self._frame)

    def panel(self, keys: Union[str, Sequence[str]], **days: Words) -> Frame:
        """Series as known on each of some days, a row for each cell: days, or every ("month", "week", "release") with known_from and known_to."""
        wanted = [keys] if isinstance(keys, str) else list(keys)
        named = days.pop("days", None)
        listed = {} if named is None else {"days": ",".join(value for _, value in _pairs("days", named))}
        return self._answer(self._get("/api/v1/panel", series=",".join(wanted), **listed, **days)["cells"])

    def changes(self, cursor: Optional[str] = None, **filters: Words) -> Tuple[Frame, str]:
        """What changed since a cursor, and the cursor to go on from; without one, nothing and the cursor of now; "start": everything."""
        rows: List[Dict[str, Any]] = []
        while True:
            page = self._get("/api/v1/changes", cursor=cursor, **filters)
            rows.extend(page["items"])
            cursor = page["cursor"]
            if not page["has_more"]:
                return self._answer(rows), cursor

    def updates(self, since: Union[str, date], **filters: Words) -> Frame:
        """What came in since a day, a row for each day and dataset; filters are provider and dataset."""
        pages = self._pages("/api/v1/updates", PAGE_UPDATES, {"since": since, **filters})
        return self._answer([row for page in pages for row in page["items"]])

    def evidence(self, key: str, period: Optional[str] = None) -> Dict[str, Any]:
        """Where values come from: the releases of a series, or with a period the cell of the value."""
        return self._get(f"/api/v1/series/{quote(key)}/evidence", period=period)

    def verify(self, value: Union[str, float], **claim: Words) -> Dict[str, Any]:
        """Whether a figure was published: q (words) or series, period, geo, on."""
        return self._get("/api/v1/verify", value=str(value), **claim)

    def _answer(self, rows: List[Dict[str, Any]]) -> Frame:
        return to_frame(rows, self._frame, DAY_COLUMNS)

    def _rows(self, path: str, member: str, selection: Dict[str, Words]) -> Frame:
        rows: List[Dict[str, Any]] = []
        for page in self._pages(path, PAGE_SERIES, selection):
            own = {one["series_key"]: one for one in page["series"]}
            rows.extend({**_codes(own[value["series_key"]]), **value} for value in page[member])
        return self._answer(rows)

    def _pages(self, path: str, limit: int, selection: Dict[str, Words]) -> Iterator[Dict[str, Any]]:
        offset: Optional[int] = 0
        while offset is not None:
            page = self._get(path, **{"limit": limit, **selection, "offset": offset})
            yield page
            offset = page["next_offset"]

    def _get(self, path: str, **parameters: Words) -> Dict[str, Any]:
        query = urlencode([pair for name, value in parameters.items() for pair in _pairs(name, value)])
        request = Request(f"{self.url}{path}" + (f"?{query}" if query else ""), headers={"Accept": "application/json"})
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        began = time.monotonic()
        while True:
            try:
                with urlopen(request, timeout=self._timeout) as answer:
                    return json.load(answer)
            except HTTPError as error:
                wait = float(error.headers.get("Retry-After") or "nan")
                waited = time.monotonic() - began
                if error.code not in (429, 503) or not waited + wait <= self._patience:
                    raise _refusal(error) from None
                time.sleep(wait)


def _pairs(name: str, value: Words) -> Iterator[tuple[str, str]]:
    if value is None:
        return
    for one in [value] if isinstance(value, (str, int, float, date)) else value:
        # a moment of pandas is a date too, and its text has hours
        yield name.rstrip("_"), one.isoformat()[:10] if isinstance(one, date) else str(one)


_NAMES = ("indicator", "classification", "measure", "transformation", "unit", "freq", "geo", "geo_label", "title")


def _codes(series: Dict[str, Any]) -> Dict[str, Any]:
    return {name: series.get(name) for name in _NAMES}


def _refusal(error: HTTPError) -> RyadError:
    try:
        body = json.load(error)
    except ValueError:
        body = {}
    if "detail" in body:
        words = "; ".join(f"{one['loc'][-1]}: {one['msg']}" for one in body["detail"])
        return RyadError(error.code, "INVALID_PARAMETERS", words, None)
    told = body.get("error", {})
    return RyadError(error.code, told.get("code", ""), told.get("message", f"HTTP {error.code}"), told.get("hint"))
