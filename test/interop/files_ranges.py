# One indicator of a Parquet file behind HTTP, read by the reader that is named; prints the number of its rows.
import datetime
import sys

reader, url, indicator = sys.argv[1:]
COLUMNS = ["indicator", "geo", "period", "value"]

if reader == "pyarrow":
    import pyarrow
    import pyarrow.parquet

    from ranged_file import Ranged

    file = pyarrow.PythonFile(Ranged(url, {}), mode="r")
    wanted = [("indicator", "==", indicator)]
    print(pyarrow.parquet.read_table(file, columns=COLUMNS, filters=wanted, pre_buffer=False).num_rows)
elif reader == "duckdb":
    import duckdb
    import fsspec

    from ranged_file import Ranged

    class OverHttp(fsspec.AbstractFileSystem):
        """The one file, as DuckDB opens files of a registered filesystem: without its own extension for HTTP, which it downloads."""

        protocol = "ranged"

        def info(self, path, **_):
            return {"name": path, "size": Ranged(url, {}).size, "type": "file"}

        def _open(self, path, mode="rb", **_):
            return Ranged(url, {})

        def modified(self, path):
            return datetime.datetime(2026, 1, 1)

    # a file has one position, so one thread reads it
    database = duckdb.connect(config={"threads": 1})
    database.register_filesystem(OverHttp())
    query = f"SELECT {', '.join(COLUMNS)} FROM read_parquet('ranged://latest.parquet') WHERE indicator = ?"
    print(len(database.execute(query, [indicator]).fetchall()))
else:
    import polars

    found = polars.scan_parquet(url).filter(polars.col("indicator") == indicator).select(COLUMNS)
    print(found.collect().height)
