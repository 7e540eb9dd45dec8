# Confirms drawn values with other libraries: that the raw text stands at the locator, and that the value is what it says.
#
# Reads JSON lines {parser, path, sheet, cell, line, column, raw, value, steps}, those of one file together. The steps are done once
# more here, from what they say; what remains unequal is wrong, but for steps that name a format of the cell, which are told for the eye.
import csv
import io
import json
import re
import sys
import warnings

from openpyxl.utils.cell import coordinate_to_tuple

warnings.simplefilter("ignore")
books = {}
texts = {}
trees = {}
answers = {}


def begin_file():
    """Values of one file come together: nothing is kept of the one before."""
    for kept in (books, texts, trees, answers):
        kept.clear()


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
    if path not in texts:
        text = decoded(path)
        first = text.split("\n", 1)[0]
        delimiter = next((sign for sign in "\t;" if sign in first), ",")
        reader, before, rows = csv.reader(io.StringIO(text), delimiter=delimiter), 0, {}
        for row in reader:
            rows[before + 1] = row
            before = reader.line_num
        texts[path] = rows
    rows = texts[path]
    row = rows[line]
    return row[int(column) - 1 if str(column).isdigit() else rows[1].index(column)].strip()


def member_of_json(path, element):
    if path not in answers:
        with open(path, encoding="utf-8") as file:
            answers[path] = json.load(file)
    there = answers[path]
    for name, place in re.findall(r"(\w+)|\[(\d+)\]", element):
        there = there[name] if name else there[int(place)]
    return there


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


def after_steps(raw, steps):
    """The number that the text gives when what its steps say is done to it; None where that hangs on the format of its cell."""
    text, factor = raw, 1
    # Marks are named from left to right and go from right to left: 4,210),11)
    marks = [step for step in steps if step.startswith("the footnote mark ")]
    for step in marks[::-1] + [step for step in steps if step not in marks]:
        mark = re.match(r"the footnote mark (.+) dropped$", step)
        nominal = re.match(r"divided by the nominal (.+)$", step)
        if mark:
            assert text.rstrip().endswith(mark[1]), f"{text!r} does not end in {mark[1]}"
            text = text.rstrip()[: -len(mark[1])].rstrip(", ")
        elif nominal:
            factor /= number(nominal[1])
        elif step.startswith("times 100:"):
            factor *= 100
        elif step == "a stray comma dropped":
            text = text.rstrip(",")
        elif step == "the first of two figures":
            text = text.split(" ")[0]
        elif step == "the second of two figures":
            text = text.split(" ")[-1] if " " in text else text
        elif step == "a footnote mark dropped":
            text = re.sub(r"\d\)(?:, ?\d\))*$", "", text)
        elif step in EYE or step.endswith(EYE_ENDINGS):
            return None
    plain = number(re.sub(r"^[вВ]\s*", "", text.strip()).replace("−", "-").replace("–", "-"))
    return None if plain is None else plain * factor


EYE = {"a superscript dropped"}
EYE_ENDINGS = ("as its format shows", "as its format shows per cent")

tally = {}
shown = {}
path = None
for line in sys.stdin:
    drawn = json.loads(line)
    if drawn["path"] != path:
        path = drawn["path"]
        begin_file()
    try:
        there = there_stands(drawn)
    except Exception as error:
        there = f"nothing: {error!r}"
    raw, value, steps = drawn["raw"], drawn["value"], drawn["steps"]
    same = str(there).strip() == raw.strip() or (isinstance(there, (int, float)) and float(raw) == float(there))
    try:
        plain = after_steps(raw, steps)
    except Exception as error:
        plain, there = float("nan"), f"{there!r}; its steps can't be done: {error!r}"
    equal = plain is not None and abs(plain - value) <= 1e-12 * max(1, abs(plain))
    by_eye = plain is None and bool(steps)
    counts = tally.setdefault(drawn["parser"], {"confirmed": 0, "by_eye": 0, "wrong": 0})
    outcome = "wrong" if not same or not (equal or by_eye) else "by_eye" if by_eye else "confirmed"
    counts[outcome] += 1
    if outcome == "wrong":
        print("WRONG", json.dumps(drawn, ensure_ascii=False), "there stands", repr(there))
    elif steps:
        words = re.sub(r"\d+(?:[.,)\d ]*)", "N", "; ".join(steps))
        shown.setdefault(words, []).append(f'{raw!r} -> {value} {drawn.get("sheet") or ""} {drawn.get("cell") or drawn.get("line")}')
for words, lines in sorted(shown.items()):
    print(f"by steps, {len(lines)} ×: {words}: {' | '.join(lines[:3])}")
print("TALLY", json.dumps(tally))
sys.exit(1 if any(counts["wrong"] for counts in tally.values()) else 0)
