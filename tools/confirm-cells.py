# Confirms drawn values with other libraries: that the raw text stands at the locator, and that the value is what it says.
#
# Reads JSON lines {path, sheet, cell, line, column, raw, value, steps}; values that were changed by a step are printed for the eye.
import json
import re
import sys
import warnings

from openpyxl.utils.cell import coordinate_to_tuple

warnings.simplefilter("ignore")
books = {}


def cell_at(path, sheet, cell):
    row, column = coordinate_to_tuple(cell)
    if path not in books:
        with open(path, "rb") as file:
            zipped = file.read(2) == b"PK"
        if zipped:
            import openpyxl

            books[path] = ("xlsx", openpyxl.load_workbook(path, data_only=True))
        else:
            import xlrd

            books[path] = ("xls", xlrd.open_workbook(path))
    kind, book = books[path]
    if kind == "xlsx":
        return book[sheet].cell(row, column).value
    return book.sheet_by_name(sheet).cell_value(row - 1, column - 1)


def text_at(path, line, column):
    import csv

    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.reader(file, delimiter="\t")
        for row in reader:
            if reader.line_num >= line:
                return row[column - 1].strip()


def number(text):
    found = re.match(r"^\s*(-?[\d\s\u00a0]+(?:[.,]\d+)?)", str(text))
    return float(re.sub(r"[\s\u00a0]", "", found.group(1)).replace(",", ".")) if found else None


confirmed = wrong = 0
for line in sys.stdin:
    drawn = json.loads(line)
    there = cell_at(drawn["path"], drawn["sheet"], drawn["cell"]) if drawn["sheet"] else text_at(drawn["path"], drawn["line"], int(drawn["column"]))
    raw = drawn["raw"]
    same = str(there).strip() == raw.strip() or (isinstance(there, (int, float)) and float(raw) == float(there))
    plain = number(raw)
    equal = plain is not None and abs(plain - drawn["value"]) <= 1e-12 * max(1, abs(plain))
    if same and (equal or drawn["steps"]):
        confirmed += 1
    else:
        wrong += 1
        print("WRONG", json.dumps(drawn, ensure_ascii=False), "there stands", repr(there))
    if not equal:
        print("by a step:", drawn["raw"], "->", drawn["value"], drawn["steps"], drawn["sheet"], drawn["cell"] or f'{drawn["line"]}:{drawn["column"]}')
print(f"{confirmed} confirmed, {wrong} wrong")
sys.exit(1 if wrong else 0)
