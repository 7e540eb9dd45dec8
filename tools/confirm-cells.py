# Confirms drawn values with other libraries: the raw text must be at the locator, and must give the value.
#
# Reads JSON lines {parser, path, sheet, cell, line, column, raw, value, steps}, grouped by file. The steps are repeated
# here from their names and, where a step needs it, from the format of the cell. A different result is wrong.
import csv
import io
import json
import re
import sys
import warnings
from decimal import ROUND_HALF_UP, Decimal

from openpyxl.utils.cell import coordinate_to_tuple

warnings.simplefilter("ignore")
books = {}
formatted = {}
texts = {}
trees = {}
answers = {}


def begin_file():
    """Values are grouped by file, so only one file is kept."""
    for kept in (books, formatted, texts, trees, answers):
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


def formatted_cell(path, sheet, cell):
    """The format code of a cell, and its text without superscript: from a book that is opened again for its formats."""
    row, column = coordinate_to_tuple(cell)
    kind = books[path][0]
    if kind == "xlsx":
        import openpyxl

        if path not in formatted:
            formatted[path] = openpyxl.load_workbook(path, rich_text=True)
        there = formatted[path][sheet].cell(row, column)
        runs = there.value if isinstance(there.value, list) else [there.value]
        raised = lambda run: getattr(getattr(run, "font", None), "vertAlign", None) == "superscript"
        return there.number_format, "".join(str(run) for run in runs if not raised(run))
    import xlrd

    if path not in formatted:
        formatted[path] = xlrd.open_workbook(path, formatting_info=True)
    book = formatted[path]
    page = book.sheet_by_name(sheet)
    there = page.cell(row - 1, column - 1)
    text, plain, raised = str(there.value), "", False
    runs = dict(page.rich_text_runlist_map.get((row - 1, column - 1), []))
    for at, sign in enumerate(text):
        if at in runs:
            raised = book.font_list[runs[at]].escapement == 1
        plain += "" if raised else sign
    return book.format_map[book.xf_list[there.xf_index].format_key].format_str, plain


def decoded(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1251")


def cell_of_text(path, line, column):
    """The line is the first line of the record; the column is the number of the cell."""
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
    """By the path of local names, with numbers among elements of the same name; the line must contain the text too."""
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
    """The whole text as a number; nan if it contains anything else."""
    plain = re.sub(r"[\s\u00a0]", "", str(text)).replace("−", "-").replace("–", "-")
    return float(plain.replace(",", ".")) if re.fullmatch(r"-?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?", plain) else float("nan")


def after_steps(drawn):
    """The number that results from the text and its steps."""
    text, factor, decimals = drawn["raw"], 1, None
    steps = drawn["steps"]
    # Marks are named from left to right and removed from right to left: 4,210),11)
    marks = [step for step in steps if step.startswith("the footnote mark ")]
    for step in marks[::-1] + [step for step in steps if step not in marks]:
        mark = re.match(r"the footnote mark (.+) dropped$", step)
        nominal = re.match(r"divided by the nominal (.+)$", step)
        rounded = re.match(r"rounded to (\d+) decimals?, as its format shows$", step)
        if mark:
            assert text.rstrip().endswith(mark[1]), f"{text!r} does not end in {mark[1]}"
            text = text.rstrip()[: -len(mark[1])].rstrip(", ")
        elif nominal:
            factor /= number(nominal[1])
        elif step == "times 100, as its format shows per cent":
            shown = formatted_cell(drawn["path"], drawn["sheet"], drawn["cell"])[0]
            assert "%" in shown, f"its format is {shown}"
            factor *= 100
        elif rounded:
            shown = formatted_cell(drawn["path"], drawn["sheet"], drawn["cell"])[0].split(";")[0]
            decimals = int(rounded[1])
            assert len((re.search(r"\.([0#?]+)", shown) or ["", ""])[1]) == decimals, f"its format is {shown}"
        elif step == "times 100: the table is in per cent":
            factor *= 100
            times = re.fullmatch(r"[вВ]\s?(.+?)\s?(?:р\.?|раза?\.?)", text.strip())
            assert times, f"{text!r} does not say how many times"
            text = times[1]
        elif step == "a stray comma dropped":
            text = text.rstrip(",")
        elif step == "the first of two figures":
            text = text.split(" ")[0]
        elif step == "the second of two figures":
            text = text.split(" ")[-1] if " " in text else text
        elif step == "a footnote mark dropped":
            text = re.sub(r"\d\)(?:, ?\d\))*$", "", text)
        elif step == "a superscript dropped":
            text = formatted_cell(drawn["path"], drawn["sheet"], drawn["cell"])[1]
            assert text != drawn["raw"], "nothing in it is set as superscript"
    plain = number(text)
    if decimals is None:
        return plain * factor
    return float(Decimal("%.15g" % (plain * factor)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


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
        plain = after_steps(drawn)
    except Exception as error:
        plain, there = float("nan"), f"{there!r}; its steps can't be done: {error!r}"
    equal = abs(plain - value) <= 1e-12 * max(1, abs(plain))
    counts = tally.setdefault(drawn["parser"], {"confirmed": 0, "wrong": 0})
    outcome = "confirmed" if same and equal else "wrong"
    counts[outcome] += 1
    if outcome == "wrong":
        print("WRONG", json.dumps(drawn, ensure_ascii=False), "the file has", repr(there))
    elif steps:
        words = re.sub(r"\d+(?:[.,)\d ]*)", "N", "; ".join(steps))
        shown.setdefault(words, []).append(f'{raw!r} -> {value} {drawn.get("sheet") or ""} {drawn.get("cell") or drawn.get("line")}')
for words, lines in sorted(shown.items()):
    print(f"by steps, {len(lines)} ×: {words}: {' | '.join(lines[:3])}")
print("TALLY", json.dumps(tally))
sys.exit(1 if any(counts["wrong"] for counts in tally.values()) else 0)
