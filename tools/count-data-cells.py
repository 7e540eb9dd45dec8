# Counts the data cells of publishers' files, independently of our readers: openpyxl for .xlsx, xlrd for .xls, plain text for the rest.
#
# A data cell is a cell below the header and right of the labels that looks numeric. Each exclusion has a rule, and each
# rule gives its count. Usage: python3 count-data-cells.py FILE... ; prints one JSON object a line. pip install openpyxl xlrd
import csv
import io
import json
import re
import sys
import warnings

warnings.simplefilter("ignore")

NUMBER = re.compile(r"^(?:в\s*)?[-−–]?\d[\d\s\u00a0]*(?:[.,]\d+)?,?\s*(?:р\.?|раза?\.?)?\s*(?:\d?\)(?:,\s?\d{1,2}\))*|[¹²³⁴⁵])?(?: \d)?$")
# Two figures in one cell, the second with a footnote, are two data cells.
PAIR = re.compile(r"^-?\d+(?:,\d+)? -?\d+(?:,\d+)?\d\)(?:, ?\d\))*$")
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
    return bool(YEAR.match(str(value).strip())) or bool(re.match(r"^(19|20)\d\d\s?\d\)(?:, ?\d\))*$", str(value).strip()))


# Columns of a table whose first row names them in Latin letters.
LABEL_COLUMNS = {"year", "qtr", "month", "oktmo"}
STATUS_COLUMNS = {"statusxml"}


def named_columns(row, names):
    return {column for column, word in enumerate(row) if str(word or "").strip().lower() in names}


def count_sheet(rows, excluded):
    cells = 0
    years_in_first = False
    labels = named_columns(rows[0], LABEL_COLUMNS) if rows else set()
    status = named_columns(rows[0], STATUS_COLUMNS) if rows else set()
    for row in rows:
        numeric = [(column, value) for column, value in enumerate(row) if looks_numeric(value)]
        for rule, columns in (("label that is a number", labels), ("status of a publication", status)):
            found = sum(column in columns for column, _ in numeric)
            if found:
                excluded[rule] = excluded.get(rule, 0) + found
        numeric = [(column, value) for column, value in numeric if column not in labels | status]
        if not numeric:
            continue
        values = [value for _, value in numeric]
        # A total and its only part may both be 2009, but then a name comes before them.
        named = any(str(value or "").strip() for value in row[: numeric[0][0]])
        repeated = len(values) > 1 and len(set(map(str, values))) == 1
        if len(values) > 1 and not (repeated and named) and all(is_year(value) for value in values):
            excluded["header of years"] = excluded.get("header of years", 0) + len(values)
            years_in_first = years_in_first or numeric[0][0] == 0
            continue
        # 105.9, 106.7 and 107.33 are not column numbers.
        plain = [re.sub(r"\.0$", "", str(value).strip()) for value in values]
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
        if not hidden and any(True for _ in form_heads(rows)):
            cells += count_form(rows, excluded)
            continue
        if hidden or CONTENTS.match(name.strip()):
            count = sum(looks_numeric(value) for row in rows for value in row)
            if count:
                rule = "hidden sheet" if hidden else "sheet of contents"
                excluded[rule] = excluded.get(rule, 0) + count
            continue
        cells += count_sheet(rows, excluded)
    return cells, excluded


FORM_NAME = "наименование показателя"


def add(excluded, rule, count=1):
    if count:
        excluded[rule] = excluded.get(rule, 0) + count


def is_column_number(value):
    return bool(re.match(r"^\d{1,2}(\.0)?$", str(value).strip()))


def form_heads(rows):
    """Rows of a Treasury form's headers: (first row, row of column numbers, column of names)."""
    for at, row in enumerate(rows):
        column = next((c for c in range(min(3, len(row))) if " ".join(str(row[c] or "").split()).lower() == FORM_NAME), None)
        if column is None:
            continue
        for below in range(at + 1, min(at + 7, len(rows))):
            pair = [str(value).strip() for value in rows[below][column : column + 2]]
            if len(pair) == 2 and all(is_column_number(value) for value in pair) and [float(value) for value in pair] == [1, 2]:
                yield at, below, column
                break


def count_form(rows, excluded):
    """Right of the labels and below the header: columns under other words than the name, the line and the codes."""
    heads = list(form_heads(rows))
    first = heads[0][0] if heads else len(rows)
    add(excluded, "head of a form", sum(looks_numeric(value) for row in rows[:first] for value in row))
    cells = 0
    for place, (top, numbers, left) in enumerate(heads):
        end = heads[place + 1][0] if place + 1 < len(heads) else len(rows)
        words, labels = "", set(range(left))
        for column in range(left, len(rows[top])):
            words = re.sub(r"-?\s+", "", str(rows[top][column] or "")).lower() or words
            if words.startswith(("наименованиепоказателя", "код")):
                labels.add(column)
        for row in rows[numbers : end]:
            plain = [str(value).strip() for value in row if value not in (None, "")]
            if len(plain) > 3 and all(is_column_number(value) for value in plain):
                add(excluded, "numbers of columns", len(plain))
                continue
            for column, value in enumerate(row):
                if looks_numeric(value):
                    if column in labels:
                        add(excluded, "code of a line or of classification")
                    else:
                        cells += 1
    return cells


def decoded(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1251")


def count_delimited(path):
    """Text with separators: the first lines without a number are the header; columns of years, months and codes are labels."""
    text = decoded(path)
    first = text.split("\n", 1)[0]
    delimiter = next((sign for sign in "\t;" if sign in first), ",")
    cells, excluded, labels = 0, {}, set()
    for at, row in enumerate(csv.reader(io.StringIO(text), delimiter=delimiter)):
        if at == 0:
            labels = named_columns(row, LABEL_COLUMNS)
        pairs = sum(bool(PAIR.match(cell.strip())) for cell in row) if delimiter == "\t" else 0
        cells += 2 * pairs
        numeric = [(column, cell) for column, cell in enumerate(row) if looks_numeric(cell)]
        if numeric and all(is_year(cell) for _, cell in numeric) and (delimiter == "\t" and not row[0].strip() or at == 0):
            add(excluded, "header of years", len(numeric))
            continue
        if delimiter == "\t":
            numeric = [one for one in numeric if one[0] > 0]
            # A year with quarters and months has 17 columns. The row of wholes below their header belongs to no year.
            if len(numeric) == 17 and all(cell.strip() == "100" for _, cell in numeric) and not re.match(r"(?:19|20)\d\d", row[0].strip()):
                add(excluded, "whole of 100 per cent, of no year", len(numeric))
                continue
        own = [column for column, _ in numeric if column not in labels]
        add(excluded, "label that is a number", len(numeric) - len(own))
        cells += len(own)
    return cells, excluded


# Numbers in the Bank's answers that are not figures, by the name of their element.
XML_CODES = re.compile(r"^(NumCode|ISO_Num_Code|RegNumber|BIC|MainRegNumber|RegCode|cregnum15|cistate|cregorg|USS|Is\w+|IntCode|intCode|L\w*Code|LCode|phones)$")
XML_DIVISORS = {"Nominal": "nominal that a rate is divided by", "VunitRate": "rate for one unit, beside the rate"}


def count_xml(path):
    import xml.etree.ElementTree as tree

    root = tree.fromstring(decoded(path).split("?>", 1)[-1].strip() if decoded(path).startswith("<?xml") else decoded(path))
    name = lambda element: element.tag.rsplit("}", 1)[-1]
    if name(root) == "GenericData":
        values = [one.get("value") for one in root.iter() if name(one) == "ObsValue"]
        return sum(looks_numeric(value) for value in values), {}
    excluded, cells = {}, 0
    for element in root.iter():
        if len(element) or not looks_numeric(element.text):
            continue
        if name(root) == "Valuta":
            add(excluded, "list of currencies")
        elif name(element) in XML_DIVISORS:
            add(excluded, XML_DIVISORS[name(element)])
        elif XML_CODES.match(name(element)):
            add(excluded, "number that is a code")
        else:
            cells += 1
    return cells, excluded


def count_json(path):
    with open(path, encoding="utf-8") as file:
        answer = json.load(file)
    rows = answer.get("RawData") or answer.get("RowData")
    numbers = sum(isinstance(value, (int, float)) for row in rows for value in row.values())
    cells = sum(looks_numeric(row.get("obs_val", row.get("value"))) for row in rows)
    return cells, {"number that is a code": numbers - cells}


def count(path):
    if path.endswith(".xml"):
        return count_xml(path)
    if path.endswith(".json"):
        return count_json(path)
    if path.endswith((".csv", ".tsv")):
        return count_delimited(path)
    return count_workbook(path)


for path in sys.argv[1:]:
    try:
        cells, excluded = count(path)
        print(json.dumps({"file": path, "cells": cells, "excluded": excluded}, ensure_ascii=False), flush=True)
    except Exception as error:  # a file that can't be read by the other library is told, never passed over
        print(json.dumps({"file": path, "error": str(error)}, ensure_ascii=False), flush=True)
