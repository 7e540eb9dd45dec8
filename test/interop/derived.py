"""Derived values of a running service against pandas: every series of every dataset, every step that its quantity allows.

Usage: derived.py ORIGIN TOKEN; prints one line of JSON with counts. Weeks are left out: their count is the source's own.
"""

import io
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import numpy
import pandas

ORIGIN, TOKEN = sys.argv[1:3]
PERIODS = {"M": 12, "Q": 4, "A": 1, "D": 365}
STEPS = ["change", "yoy", "pct", "yoy_pct", "ytd_pct", "log", "rolling:3:mean", "rolling:4:sum", "index:BASE", "chain:BASE"]
STEPS += ["to:A:mean", "to:A:sum", "to:A:end", "to:A:chain", "to:Q:mean", "to:Q:sum", "to:Q:end", "to:Q:chain"]


def get(path, **query):
    request = urllib.request.Request(f"{ORIGIN}{path}?{urllib.parse.urlencode(query)}", headers={"X-API-Key": TOKEN})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        if error.code != 429:
            return error.code, error.read().decode()
        time.sleep(float(error.headers["Retry-After"]))
        return get(path, **query)


def frame(text):
    return pandas.read_csv(io.StringIO(text), sep=";", dtype={"series_key": str, "geo": str}, keep_default_na=False)


def indexed(rows, freq):
    series = pandas.Series(rows["value"].astype(float).to_numpy(), index=pandas.PeriodIndex(rows["period"], freq=freq))
    return series.reindex(pandas.period_range(series.index.min(), series.index.max(), freq=freq))


def a_year_before(full, freq):
    if freq != "D":
        return full.shift(PERIODS[freq])
    before = {}
    for period, value in full.items():
        day = period.to_timestamp()
        if (day.month, day.day) != (2, 29):
            before[pandas.Period(day.replace(year=day.year + 1), freq="D")] = value
    return pandas.Series(before, dtype=float).reindex(full.index)


def december_before(full):
    last = full[full.index.month == 12]
    return pandas.Series([last.get(pandas.Period(f"{one.year - 1}-12", freq=full.index.freq)) for one in full.index], index=full.index, dtype=float)


def percent(full, base):
    return (100 * (full / base - 1)).where(base > 0)


def grouped(full, target, by):
    """Every group with all of its periods."""
    size = PERIODS[full.index.freqstr[0].replace("Y", "A")] // PERIODS[target]
    rates = full.groupby(full.index.asfreq("Y" if target == "A" else "Q"))
    whole = rates.count() == size
    if by == "chain":
        result = 100 * rates.apply(lambda group: (group / 100).prod())
    else:
        result = {"mean": rates.mean, "sum": rates.sum, "end": rates.last}[by]()
    return result[whole]


def chained(full, base):
    after = (full[full.index > base] / 100).cumprod(skipna=False) * 100
    back = (full[full.index <= base] / 100)[::-1].cumprod(skipna=False)
    before = (100 / back).shift(1)
    before = before[before.index < base]
    level = pandas.concat([before[::-1], pandas.Series([100.0], index=pandas.PeriodIndex([base])), after])
    # the base itself needs no rate of its own, if the next one leads away from it
    shown = full.dropna().index
    return level[level.index.isin(shown) | ((level.index == base) & (base + 1 in shown))]


def expected(full, step, freq, base):
    name, *parts = step.split(":")
    if name == "change":
        return full.diff()
    if name == "yoy":
        return full - a_year_before(full, freq)
    if name == "pct":
        return percent(full, full.shift(1))
    if name == "yoy_pct":
        return percent(full, a_year_before(full, freq))
    if name == "ytd_pct":
        return percent(full, december_before(full))
    if name == "log":
        return numpy.log(full.where(full > 0))
    if name == "rolling":
        window = full.rolling(int(parts[0]), min_periods=int(parts[0]))
        return window.mean() if parts[1] == "mean" else window.sum()
    if name == "index":
        # a base of zero or below is none
        return 100 * full / full[base] if full[base] > 0 else full * numpy.nan
    if name == "chain":
        return chained(full, base)
    return grouped(full, parts[0], parts[1])


FREQ = {"A": "Y", "Q": "Q", "M": "M", "D": "D"}
counts = {"series": 0, "answers": 0, "values": 0, "refused": 0, "wrong": []}


def compare(code, freq, keys):
    status, text = get("/api/v1/observations", series=",".join(keys), format="csv")
    assert status == 200, text
    values = frame(text)
    counts["series"] += len(keys)
    # the middle of the first series is a base that most of its neighbours have
    first = indexed(values[values["series_key"] == keys[0]], FREQ[freq])
    base = first.dropna().index[len(first.dropna()) // 2]
    written = {"A": "%Y", "Q": "%Y-Q%q", "M": "%Y-%m", "D": "%Y-%m-%d"}[freq]
    for step in STEPS:
        derive = step.replace("BASE", base.strftime(written))
        status, text = get("/api/v1/derived", series=",".join(keys), derive=derive, format="csv")
        if status == 422:
            counts["refused"] += 1
            continue
        assert status == 200, (status, text[:300])
        counts["answers"] += 1
        found = frame(text)
        for one in keys:
            rows = values[values["series_key"] == one]
            full = indexed(rows, FREQ[freq])
            if step in ("index:BASE", "chain:BASE") and base not in full.index:
                continue
            want = expected(full, step, freq, base)
            if step.startswith(("index", "rolling", "log")):
                want = want[want.index.isin(full.dropna().index)]
            want = want.dropna()
            want = want[numpy.isfinite(want)]
            got = found[found["series_key"] == one]
            given = pandas.Series(got["value"].astype(float).to_numpy(), index=pandas.PeriodIndex(got["period"], freq=want.index.freq))
            same = list(given.index) == list(want.index) and bool(
                (numpy.abs(given.to_numpy() - want.to_numpy()) <= 1e-9 * numpy.maximum(1, numpy.abs(want.to_numpy()))).all()
            )
            counts["values"] += len(given)
            if not same:
                counts["wrong"].append([code, one, derive, len(given), len(want)])


datasets = json.loads(get("/api/v1/reference/datasets")[1])["items"]
for dataset in datasets:
    code = f"{dataset['provider_code']}/{dataset['code']}"
    listed = frame(get("/api/v1/reference/series", dataset=code, format="csv")[1])
    own = listed[listed["freq"] != "W"]
    for key, rest in own.groupby(["indicator", "measure", "transformation", "unit", "freq"]):
        freq = key[-1]
        for at in range(0, len(rest), 100):
            compare(code, freq, list(rest["series_key"])[at : at + 100])
counts["wrong"] = counts["wrong"][:10]
print(json.dumps(counts))
