# Confirms drawn values with other libraries: that the raw text stands at the locator, and that the value is what it says.
#
# Reads JSON lines {path, sheet, cell, line, column, raw, value, steps}; values that were changed by a step are printed for the eye.
import csv
import io
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


def decoded(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1251")


def cell_of_text(path, line, column):
    """The line is that on which the record begins; the column is the number of its cell."""
    text = decoded(path)
    first = text.split("\n", 1)[0]
    delimiter = next((sign for sign in "\t;" if sign in first), ",")
    reader, before = csv.reader(io.StringIO(text), delimiter=delimiter), 0
    header = None
    for row in reader:
        header = header or row
        if before + 1 == line:
            place = int(column) - 1 if str(column).isdigit() else header.index(column)
            return row[place].strip()
        before = reader.line_num


def member_of_json(path, element):
    with open(path, encoding="utf-8") as file:
        there = json.load(file)
    for name, place in re.findall(r"(\w+)|\[(\d+)\]", element):
        there = there[name] if name else there[int(place)]
    return there


trees = {}


def element_of_xml(path, line, element):
    """By the path of local names, each with its number among its like where it has one; the line has to hold the text too."""
    import xml.etree.ElementTree as tree

    if path not in trees:
        text = decoded(path)
        lines = re.sub(r"\r+\n", "\n", text).split("\n")
        trees[path] = (tree.fromstring(text.split("?>", 1)[-1].strip() if text.startswith("<?xml") else text), lines)
    root, lines = trees[path]
    local = lambda one: one.tag.rsplit("}", 1)[-1].rsplit(":", 1)[-1]
    steps, _, attribute = element.strip("/").partition("/@")
    there = None
    for step in steps.split("/"):
        name, place = re.match(r"(?:\w+:)?([^\[]+)(?:\[(\d+)\])?$", step).groups()
        candidates = [root] if there is None else list(there)
        there = [one for one in candidates if local(one) == name][int(place or 1) - 1]
    text = there.get(attribute) if attribute else there.text
    if attribute == "" and there.text is None:
        text = there.get("value")
    assert text.strip() in lines[line - 1], f"line {line} does not hold {text!r}"
    return text


def there_stands(drawn):
    path = drawn["path"]
    if drawn.get("sheet"):
        return cell_at(path, drawn["sheet"], drawn["cell"])
    if path.endswith(".xml"):
        return element_of_xml(path, drawn["line"], drawn["element"])
    if path.endswith(".json"):
        return member_of_json(path, drawn["element"])
    return cell_of_text(path, drawn["line"], drawn["column"])


def number(text):
    found = re.match(r"^\s*(-?[\d\s\u00a0]+(?:[.,]\d+)?)", str(text))
    return float(re.sub(r"[\s\u00a0]", "", found.group(1)).replace(",", ".")) if found else None


confirmed = wrong = 0
for line in sys.stdin:
    drawn = json.loads(line)
    try:
        there = there_stands(drawn)
    except Exception as error:
        there = f"nothing: {error!r}"
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
        print("by a step:", drawn["raw"], "->", drawn["value"], drawn["steps"], drawn.get("sheet"), drawn.get("cell") or f'{drawn.get("line")}:{drawn.get("column")}')
print(f"{confirmed} confirmed, {wrong} wrong")
sys.exit(1 if wrong else 0)
