# The statistics of revisions by numpy and pandas, from the estimates of each series; prints how many agree to 1e-9 with the server's.
import json, math, sys, urllib.request

import numpy
import pandas

origin, token, keys = sys.argv[1], sys.argv[2], sys.argv[3:]


def get(path):
    request = urllib.request.Request(f"{origin}{path}", headers={"X-API-Key": token})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def near(name, ours, theirs):
    if (ours is None) != (theirs is None) or (ours is not None and abs(ours - theirs) > 1e-9 * max(1, abs(theirs))):
        sys.exit(f"{name}: the server has {ours}, numpy {theirs}")


revised = bands = 0
for key in keys:
    estimates = pandas.DataFrame(get(f"/api/v1/series/{key}/estimates")["estimates"])
    told = get(f"/api/v1/series/{key}/revisions")
    periods = estimates.sort_values(["period", "published_at"]).groupby("period")["value"]
    latest, depth = periods.last(), periods.size()
    revision = (latest - periods.nth(0).set_axis(latest.index)).to_numpy()
    revised += bool((depth > 1).any())
    near(f"{key} count", told["count"], len(latest))
    near(f"{key} revised_share", told["revised_share"], (depth > 1).mean())
    near(f"{key} mean", told["mean"], revision.mean())
    near(f"{key} mean_absolute", told["mean_absolute"], numpy.abs(revision).mean())
    near(f"{key} standard_deviation", told["standard_deviation"], revision.std(ddof=1) if len(revision) > 1 else None)
    near(f"{key} minimum", told["minimum"], revision.min())
    near(f"{key} maximum", told["maximum"], revision.max())
    near(f"{key} ages", len(told["by_age"]), min(12, depth.max() - 1))
    quantiles = {}
    for age in told["by_age"]:
        nth = age["nth"]
        old = depth[depth >= nth].index
        earlier = periods.apply(lambda values: values.iloc[nth - 1] if len(values) >= nth else math.nan)
        difference = (latest[old] - earlier[old]).to_numpy()
        quantiles[nth] = numpy.quantile(difference, [0.05, 0.5, 0.95])
        near(f"{key} count of {nth}", age["count"], len(old))
        near(f"{key} mean of {nth}", age["mean"], difference.mean())
        near(f"{key} mean_absolute of {nth}", age["mean_absolute"], numpy.abs(difference).mean())
        for name, theirs in zip(["q05", "q50", "q95"], quantiles[nth]):
            near(f"{key} {name} of {nth}", age[name], theirs)
    band, age = told["band"], depth.iloc[-1]
    expected = (depth > 1).sum() >= 8 and age in quantiles
    if (band is not None) != expected:
        sys.exit(f"{key}: the band is {band}")
    if expected:
        bands += 1
        near(f"{key} low", band["low"], latest.iloc[-1] + quantiles[age][0])
        near(f"{key} high", band["high"], latest.iloc[-1] + quantiles[age][2])
print(len(keys), revised, bands)
