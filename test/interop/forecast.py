"""A forecast evaluation that reads the panel of a running service unchanged: at the end of each month an AR(1) of yearly growth is fitted to
what was known then, and its forecast of the next period is compared with the first print and with what is known now.

Usage: forecast.py ORIGIN TOKEN SERIES_KEY; prints one line of JSON.
"""

import io
import json
import sys
import urllib.parse
import urllib.request

import numpy
import pandas

ORIGIN, TOKEN, KEY = sys.argv[1:4]


def panel(**query):
    address = f"{ORIGIN}/api/v1/panel?{urllib.parse.urlencode({'series': KEY, 'format': 'csv', **query})}"
    request = urllib.request.Request(address, headers={"X-API-Key": TOKEN})
    with urllib.request.urlopen(request) as answer:
        return pandas.read_csv(io.StringIO(answer.read().decode()), sep=";", parse_dates=["day", "period"])


# rows are periods, columns are the days on which somebody stood and looked
rows = panel(every="month", derive="yoy_pct")
known = rows.pivot(index="period", columns="day", values="value")


def forecast(column):
    """The next period by an AR(1) with a constant, from what was known on one day."""
    values = column.dropna().to_numpy()
    before = numpy.column_stack([numpy.ones(len(values) - 1), values[:-1]])
    constant, slope = numpy.linalg.lstsq(before, values[1:], rcond=None)[0]
    return constant + slope * values[-1]


periods = list(known.index)
made = []
for day in known.columns:
    column = known[day]
    last = column.last_valid_index()
    if last is None or column.count() < 20 or last == periods[-1]:
        continue
    target = periods[periods.index(last) + 1]
    prints = known.loc[target].dropna()
    made.append({"day": day, "target": target, "forecast": forecast(column), "naive": column[last],
                 "first": prints.iloc[0], "latest": prints.iloc[-1]})
errors = pandas.DataFrame(made)


def rmse(name, actual):
    return float(numpy.sqrt(((errors[name] - errors[actual]) ** 2).mean()))


# nothing that came later is in a forecast: the same month, asked for alone, is the same column
day = errors["day"].iloc[len(errors) // 2]
alone = panel(days=day.strftime("%Y-%m-%d"), derive="yoy_pct").set_index("period")["value"].dropna()
assert alone.equals(known[day].dropna().rename("value")), "a column depends on its day alone"

print(json.dumps({
    "forecasts": len(errors),
    "periods": int(errors["target"].nunique()),
    "rmse": {f"{name} {actual}": rmse(name, actual) for name in ("forecast", "naive") for actual in ("first", "latest")},
}))
