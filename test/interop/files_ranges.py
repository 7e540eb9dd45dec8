# One indicator of a Parquet file behind HTTP, read by the reader that is named; prints the number of its rows.
import sys, urllib.request

reader, url, indicator = sys.argv[1:]
COLUMNS = ["indicator", "geo", "period", "value"]


class Ranged:
    """A file behind HTTP that fetches exactly the bytes that its reader asks for."""

    def __init__(self, url):
        with urllib.request.urlopen(urllib.request.Request(url, method="HEAD")) as answer:
            self.url, self.size = answer.url, int(answer.headers["Content-Length"])
        self.at, self.closed = 0, False

    def read(self, count=-1):
        count = self.size - self.at if count < 0 else count
        if count == 0:
            return b""
        part = {"Range": f"bytes={self.at}-{self.at + count - 1}"}
        with urllib.request.urlopen(urllib.request.Request(self.url, headers=part)) as answer:
            assert answer.status == 206, answer.status
            content = answer.read()
        self.at += len(content)
        return content

    def seek(self, to, whence=0):
        self.at = (0, self.at, self.size)[whence] + to
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


if reader == "pyarrow":
    import pyarrow
    import pyarrow.parquet

    file = pyarrow.PythonFile(Ranged(url), mode="r")
    wanted = [("indicator", "==", indicator)]
    print(pyarrow.parquet.read_table(file, columns=COLUMNS, filters=wanted, pre_buffer=False).num_rows)
else:
    import polars

    found = polars.scan_parquet(url).filter(polars.col("indicator") == indicator).select(COLUMNS)
    print(found.collect().height)
