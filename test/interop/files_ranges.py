# One indicator of a Parquet file behind HTTP, read by the reader that is named; prints the number of its rows.
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
else:
    import polars

    found = polars.scan_parquet(url).filter(polars.col("indicator") == indicator).select(COLUMNS)
    print(found.collect().height)
