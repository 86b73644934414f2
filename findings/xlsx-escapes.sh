#!/usr/bin/env bash
# What an escape in an XLSX cell means depends on the reader, and in openpyxl on the place the text is kept in.
#
# Expected: ECMA-376 (22.9.2.19, ST_Xstring) says that _xHHHH_ in a cell's text is the character of that number, and that a
# literal underscore before such letters is written _x005F_. Readers decode both, or neither, and treat a text in the shared
# table like one in the cell (inlineStr).
# What happens, for five texts in both places:
#   - python-calamine follows the standard.
#   - openpyxl decodes no escape, so a carriage return arrives as the seven characters _x000D_; but from the shared table, and
#     only from there, it removes the letters "x005F_" wherever they stand, so that a plain "box005F_9" becomes "bo9".
#   - xlsx2csv keeps all escapes but _x000D_, which it drops.
#   - openpyxl's writer escapes nothing: a file name like IMG_x0041_7, written by it, is IMGA7 to a reader by the standard.
# Versions: openpyxl 3.1.5, python-calamine 0.9.1, xlsx2csv 0.8.6.
# Why it matters: Booth's reports are XLSX with inlineStr and escapes by the standard; spreadsheets read them well, but scripts
# with openpyxl (pandas' usual reader) get "_x000D_" where a form's answer had a carriage return, and "_x005F_" in names that
# look like an escape. A line feed alone needs no escape, and all readers agree about it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: \
  openpyxl==3.1.5 et_xmlfile==2.0.0 python-calamine==0.9.1 xlsx2csv==0.8.6

cat >seen.py <<'PY'
import csv, io, zipfile
import openpyxl, python_calamine
from xlsx2csv import Xlsx2csv

cells = ["IMG_x005F_x0041_7", "IMG_x0041_7", "one_x000D_\ntwo", "one\ntwo", "box005F_9"]
main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
package = "http://schemas.openxmlformats.org/package/2006"
kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"

def workbook(name, shared):
    def cell(row, text):
        if shared:
            return f'<c r="A{row}" t="s"><v>{row - 1}</v></c>'
        return f'<c r="A{row}" t="inlineStr"><is><t>{text}</t></is></c>'
    rows = "".join(f'<row r="{row}">{cell(row, text)}</row>' for row, text in enumerate(cells, 1))
    parts = [("xl/workbook.xml", "sheet.main"), ("xl/worksheets/sheet1.xml", "worksheet")]
    links = [("worksheet", "worksheets/sheet1.xml")]
    if shared:
        parts.append(("xl/sharedStrings.xml", "sharedStrings"))
        links.append(("sharedStrings", "sharedStrings.xml"))
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    with zipfile.ZipFile(name, "w") as book:
        book.writestr("[Content_Types].xml", head + f'<Types xmlns="{package}/content-types">'
            f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            + "".join(f'<Override PartName="/{part}" ContentType="{kinds}.{kind}+xml"/>' for part, kind in parts) + "</Types>")
        book.writestr("_rels/.rels", head + f'<Relationships xmlns="{package}/relationships">'
            f'<Relationship Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
        book.writestr("xl/workbook.xml", head + f'<workbook xmlns="{main}" xmlns:r="{office}">'
            '<sheets><sheet name="Sheet" sheetId="1" r:id="r1"/></sheets></workbook>')
        book.writestr("xl/_rels/workbook.xml.rels", head + f'<Relationships xmlns="{package}/relationships">'
            + "".join(f'<Relationship Id="r{n}" Type="{office}/{kind}" Target="{target}"/>'
                      for n, (kind, target) in enumerate(links, 1)) + "</Relationships>")
        book.writestr("xl/worksheets/sheet1.xml", head + f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>')
        if shared:
            book.writestr("xl/sharedStrings.xml", head + f'<sst xmlns="{main}">'
                + "".join(f"<si><t>{text}</t></si>" for text in cells) + "</sst>")

def with_openpyxl(name):
    return [row[0].value for row in openpyxl.load_workbook(name).active.rows]

def with_calamine(name):
    return [row[0] for row in python_calamine.CalamineWorkbook.from_path(name).get_sheet_by_index(0).to_python()]

def with_xlsx2csv(name):
    text = io.StringIO(newline="")
    Xlsx2csv(name).convert(text)
    return [row[0] for row in csv.reader(io.StringIO(text.getvalue(), newline=""))]

for place, shared in (("in the cell", False), ("shared", True)):
    workbook("book.xlsx", shared)
    for reader in (with_calamine, with_openpyxl, with_xlsx2csv):
        print(place, reader.__name__, reader("book.xlsx"))
book = openpyxl.Workbook()
book.active["A1"] = "IMG_x0041_7"
book.save("written.xlsx")
print("written by openpyxl", with_calamine("written.xlsx"))
PY
cat >recorded <<'TXT'
in the cell with_calamine ['IMG_x0041_7', 'IMGA7', 'one\r\ntwo', 'one\ntwo', 'box005F_9']
in the cell with_openpyxl ['IMG_x005F_x0041_7', 'IMG_x0041_7', 'one_x000D_\ntwo', 'one\ntwo', 'box005F_9']
in the cell with_xlsx2csv ['IMG_x005F_x0041_7', 'IMG_x0041_7', 'one\ntwo', 'one\ntwo', 'box005F_9']
shared with_calamine ['IMG_x0041_7', 'IMGA7', 'one\r\ntwo', 'one\ntwo', 'box005F_9']
shared with_openpyxl ['IMG_x0041_7', 'IMG_x0041_7', 'one_x000D_\ntwo', 'one\ntwo', 'bo9']
shared with_xlsx2csv ['IMG_x005F_x0041_7', 'IMG_x0041_7', 'one\ntwo', 'one\ntwo', 'box005F_9']
written by openpyxl ['IMGA7']
TXT
venv/bin/python seen.py | tee seen
if ! diff recorded seen; then
  echo "Changed: the readers no longer treat escapes in XLSX as recorded (<)."
  exit 1
fi
echo "Still so: openpyxl, python-calamine and xlsx2csv read three different texts."
