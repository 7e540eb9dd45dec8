# A file of a dataset as pandas, pyarrow and polars read it, and one indicator of it by ranges over HTTP; prints what they found as JSON.
import io, json, sys, urllib.request

import pandas
import polars
import pyarrow
import pyarrow.parquet

url, token, indicator = sys.argv[1], sys.argv[2], sys.argv[3]
HEADERS = {"Authorization": f"Bearer {token}"}


class Ranged:
    """A file behind HTTP that fetches exactly the bytes that its reader asks for."""

    def __init__(self, url):
        request = urllib.request.Request(url, headers=HEADERS, method="HEAD")
        with urllib.request.urlopen(request) as answer:
            self.url, self.size = answer.url, int(answer.headers["Content-Length"])
        self.at = self.fetched = 0
        self.closed = False

    def read(self, count=-1):
        count = self.size - self.at if count < 0 else count
        if count == 0:
            return b""
        part = {**HEADERS, "Range": f"bytes={self.at}-{self.at + count - 1}"}
        with urllib.request.urlopen(urllib.request.Request(self.url, headers=part)) as answer:
            assert answer.status == 206, answer.status
            content = answer.read()
        self.at += len(content)
        self.fetched += len(content)
        return content

    def seek(self, to, whence=0):
        self.at = to if whence == 0 else self.at + to if whence == 1 else self.size + to
        return self.at

    def tell(self):
        return self.at

    def readable(self):
        return True

    def seekable(self):
        return True

    def writable(self):
        return False

    def flush(self):
        pass

    def close(self):
        self.closed = True


with urllib.request.urlopen(urllib.request.Request(url, headers=HEADERS)) as answer:
    whole = answer.read()
by_pandas = pandas.read_parquet(io.BytesIO(whole))
by_polars = polars.read_parquet(io.BytesIO(whole))
by_arrow = pyarrow.parquet.read_table(io.BytesIO(whole))
one = by_polars.filter(polars.col("indicator") == indicator)
ranged = Ranged(url)
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
