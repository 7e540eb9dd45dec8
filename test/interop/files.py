# A file of a dataset as pandas, pyarrow and polars read it, and one indicator of it by ranges over HTTP; prints what they found as JSON.
import io, json, sys, urllib.request

import pandas
import polars
import pyarrow
import pyarrow.parquet

from ranged_file import Ranged

url, token, indicator = sys.argv[1], sys.argv[2], sys.argv[3]
HEADERS = {"Authorization": f"Bearer {token}"}


with urllib.request.urlopen(urllib.request.Request(url, headers=HEADERS)) as answer:
    whole = answer.read()
by_pandas = pandas.read_parquet(io.BytesIO(whole))
by_polars = polars.read_parquet(io.BytesIO(whole))
by_arrow = pyarrow.parquet.read_table(io.BytesIO(whole))
one = by_polars.filter(polars.col("indicator") == indicator)
ranged = Ranged(url, HEADERS)
part = pyarrow.parquet.read_table(
    pyarrow.PythonFile(ranged, mode="r"),
    columns=["indicator", "geo", "period", "value"],
    filters=[("indicator", "==", indicator)],
    pre_buffer=False,
)
print(
    json.dumps(
        {
            "rows": [len(by_pandas), by_polars.height, by_arrow.num_rows],
            "sums": [float(by_pandas["value"].sum()), by_polars["value"].sum()],
            "types": [str(by_arrow.schema.field(name).type) for name in ("indicator", "period", "value")],
            "one": [one.height, part.num_rows],
            "share": ranged.fetched / ranged.size,
        }
    )
)
