"""Opens a CSV answer in LibreOffice by its own import filter, draws a line of one column over another, writes the picture.

usage: python3 chart-in-calc.py CSV LANGUAGE PICTURE.png
LANGUAGE is the number of the import's language: 1033 English, 1049 Russian. Prints what Calc took the first and last row for.
"""
import os
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.awt import Rectangle
from com.sun.star.beans import PropertyValue
from com.sun.star.table import CellRangeAddress


def setting(name, value):
    return PropertyValue(Name=name, Value=value)


def connect(pipe, office):
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    while office.poll() is None:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:
            time.sleep(0.25)
    raise SystemExit("LibreOffice did not start")


def column(sheet, width, name):
    return next(at for at in range(width) if sheet.getCellByPosition(at, 0).String == name)


def draw(office_context, csv, language, picture):
    desktop = office_context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", office_context)
    options = [setting("Hidden", True), setting("FilterName", "Text - txt - csv (StarCalc)"),
               setting("FilterOptions", f"59,34,76,1,,{language}")]
    document = desktop.loadComponentFromURL(uno.systemPathToFileUrl(csv), "_blank", 0, tuple(options))
    sheet = document.Sheets.getByIndex(0)
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    width, last = cursor.RangeAddress.EndColumn + 1, cursor.RangeAddress.EndRow
    period, value = column(sheet, width, "period"), column(sheet, width, "value")
    for row in (1, last):
        when, what = sheet.getCellByPosition(period, row), sheet.getCellByPosition(value, row)
        print(when.Type.value, when.String, what.Type.value, what.Value)
    areas = tuple(CellRangeAddress(Sheet=0, StartColumn=at, EndColumn=at, StartRow=0, EndRow=last) for at in (period, value))
    sheet.Charts.addNewByName("chart", Rectangle(0, 0, 24000, 12000), areas, True, True)
    chart = sheet.Charts.getByName("chart").EmbeddedObject
    chart.Diagram = chart.createInstance("com.sun.star.chart.LineDiagram")
    chart.Diagram.Wall.FillColor = 0xFFFFFF
    chart.HasLegend = False
    chart.HasMainTitle = True
    chart.Title.String = "Инфляция за двенадцать месяцев, %"
    shape = sheet.DrawPage.getByIndex(0)
    export = office_context.ServiceManager.createInstanceWithContext(
        "com.sun.star.drawing.GraphicExportFilter", office_context)
    export.setSourceDocument(shape)
    export.filter((setting("URL", uno.systemPathToFileUrl(picture)), setting("MediaType", "image/png")))
    document.close(True)


csv, language, picture = os.path.abspath(sys.argv[1]), sys.argv[2], os.path.abspath(sys.argv[3])
with tempfile.TemporaryDirectory() as profile:
    pipe = f"ryad-chart-{os.getpid()}"
    office = subprocess.Popen(["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{profile}",
                               f"--accept=pipe,name={pipe};urp;"], stderr=subprocess.DEVNULL)
    try:
        draw(connect(pipe, office), csv, language, picture)
    finally:
        office.terminate()
        office.wait()
