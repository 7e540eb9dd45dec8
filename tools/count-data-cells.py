# Counts the data cells of publishers' files, apart from any reader of ours: openpyxl for .xlsx, xlrd for .xls, plain text for the rest.
#
# A data cell is a numeric-looking cell below the header and right of the labels. What is left out is left out by a rule, and each
# rule tells how many. Usage: python3 count-data-cells.py FILE... ; prints one JSON object a line. pip install openpyxl xlrd
import json
import re
import sys
import warnings

warnings.simplefilter("ignore")

NUMBER = re.compile(r"^(?:в\s*)?[-−–]?\d[\d\s\u00a0]*(?:[.,]\d+)?\s*(?:р\.?|раза?\.?)?\s*(?:\d?\)(?:,\s?\d\))*|[¹²³⁴⁵])?(?: \d)?$")
CONTENTS = re.compile(r"^(содержание|паспорт|раздел \d+)$", re.I)
YEAR = re.compile(r"^(?:19|20)\d\d(?:\.0)?$")


def looks_numeric(value):
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, (int, float)):
        return True
    return isinstance(value, str) and bool(NUMBER.match(value.strip()))


def is_year(value):
    if isinstance(value, float) and value != int(value):
        return False
    return bool(YEAR.match(str(value).strip())) or bool(re.match(r"^(19|20)\d\d\s?\d\)$", str(value).strip()))


def count_sheet(rows, excluded):
    cells = 0
    years_in_first = False
    seen_header = False
    for row in rows:
        numeric = [(column, value) for column, value in enumerate(row) if looks_numeric(value)]
        if not numeric:
            continue
        values = [value for _, value in numeric]
        if len(values) > 1 and all(is_year(value) for value in values):
            excluded["header of years"] = excluded.get("header of years", 0) + len(values)
            years_in_first = years_in_first or numeric[0][0] == 0
            seen_header = True
            continue
        plain = [str(value).strip().split(".")[0] for value in values]
        if len(plain) >= 3 and plain == [str(int(plain[0]) + step) if plain[0].isdigit() else "" for step in range(len(plain))]:
            excluded["numbers of columns"] = excluded.get("numbers of columns", 0) + len(values)
            continue
        if not years_in_first and numeric[0][0] == 0:
            excluded["label that is a number"] = excluded.get("label that is a number", 0) + 1
            numeric = numeric[1:]
        cells += len(numeric)
    return cells


def workbook_sheets(path):
    with open(path, "rb") as file:
        start = file.read(4)
    if start[:2] == b"PK":
        import openpyxl

        book = openpyxl.load_workbook(path, data_only=True, read_only=False)
        for sheet in book.worksheets:
            yield sheet.title, sheet.sheet_state != "visible", [list(row) for row in sheet.iter_rows(values_only=True)]
    else:
        import xlrd

        book = xlrd.open_workbook(path)
        for sheet in book.sheets():
            yield sheet.name, sheet.visibility != 0, [
                [None if cell.ctype in (0, 6) else cell.value for cell in sheet.row(row)] for row in range(sheet.nrows)
            ]


def count_workbook(path):
    excluded = {}
    cells = 0
    for name, hidden, rows in workbook_sheets(path):
        if hidden or CONTENTS.match(name.strip()):
            count = sum(looks_numeric(value) for row in rows for value in row)
            if count:
                rule = "hidden sheet" if hidden else "sheet of contents"
                excluded[rule] = excluded.get(rule, 0) + count
            continue
        cells += count_sheet(rows, excluded)
    return cells, excluded


def count_tabs(path):
    cells, excluded = 0, {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            first, *rest = [cell.strip().strip('"') for cell in line.rstrip("\r\n").split("\t")]
            numeric = [cell for cell in rest if looks_numeric(cell)]
            if numeric and all(is_year(cell) for cell in numeric) and not first:
                excluded["header of years"] = excluded.get("header of years", 0) + len(numeric)
            else:
                cells += len(numeric)
    return cells, excluded


def count_sdmx(path):
    with open(path, encoding="utf-8") as file:
        return len(re.findall(r"<generic:ObsValue value=\"[^\"]", file.read())), {}


def count(path):
    if path.endswith(".xml"):
        return count_sdmx(path)
    if path.endswith((".csv", ".tsv")):
        return count_tabs(path)
    return count_workbook(path)


for path in sys.argv[1:]:
    try:
        cells, excluded = count(path)
        print(json.dumps({"file": path, "cells": cells, "excluded": excluded}, ensure_ascii=False), flush=True)
    except Exception as error:  # a file that can't be read by the other library is told, never passed over
        print(json.dumps({"file": path, "error": str(error)}, ensure_ascii=False), flush=True)
