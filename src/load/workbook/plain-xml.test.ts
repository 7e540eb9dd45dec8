// Plain XML beside the general parser: what it takes gives the same events, and what the general parser refuses it never takes.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {Refusal} from "../../service/refusal.ts";
import {readXmlPart} from "./general-xml.ts";
import type {PartEvents} from "./package-parts.ts";
import {createPlainXml} from "./plain-xml.ts";

/** Events as lines; texts that follow each other are one, and blanks outside of the root are none. */
function recorder(): {readonly events: PartEvents; readonly lines: string[]} {
  const lines: string[] = [];
  let depth = 0;
  const events: PartEvents = {
    open(name, attributes) {
      depth++;
      lines.push(`<${name} ${JSON.stringify(Object.entries(attributes))}`);
    },
    close(name) {
      depth--;
      lines.push(`>${name}`);
    },
    text(text) {
      if (depth === 0) return;
      if (lines.at(-1)?.startsWith("=")) lines[lines.length - 1] += text;
      else lines.push(`=${text}`);
    },
  };
  return {events, lines};
}

/** null: refused. */
async function general(text: string): Promise<string[] | null> {
  const {events, lines} = recorder();
  async function* texts() {
    yield text;
  }
  try {
    await readXmlPart("a.xlsx", "sheet.xml", texts(), events);
    return lines;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** null: not plain. */
function plain(text: string, cuts: readonly number[] = []): string[] | null {
  const {events, lines} = recorder();
  const xml = createPlainXml(events);
  const indexes = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  for (const [at, from] of indexes.slice(0, -1).entries())
    if (!xml.write(text.slice(from, indexes[at + 1]))) return null;
  return xml.end() ? lines : null;
}

const SHEET =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<worksheet xmlns="http://x" xmlns:r="http://y"><sheetData><row r="1" spans="1:2"><c r="A1" s="3" t="s"><v>17</v></c><c r="B1"><f>A1&lt;2</f><v>1.5</v></c><c r="C1"/></row></sheetData><x:mergeCell ref="A1:B1"/></worksheet>\n';

test("a sheet as programs write it is plain, in any chunks, with the events of the general parser [workbook.model]", async () => {
  const wanted = await general(SHEET);
  assert.ok(wanted !== null);
  assert.deepEqual(plain(SHEET), wanted);
  // the declaration with the first tag comes in one chunk, as it does from a zip
  const begun = SHEET.indexOf("<sheetData>");
  fc.assert(
    fc.property(fc.array(fc.nat(), {maxLength: 8}), (cuts) => {
      assert.deepEqual(
        plain(
          SHEET,
          cuts.map((cut) => begun + (cut % (SHEET.length - begun))),
        ),
        wanted,
      );
    }),
  );
});

test("a document that begins with a no-break blank is left to the general parser, which refuses it [workbook.model]", async () => {
  assert.equal(await general("\u00a0<b/>"), null);
  assert.equal(plain("\u00a0<b/>"), null);
  assert.deepEqual(plain(" <b/>"), await general(" <b/>"));
});

test("lines that end as on Windows are plain, in any chunks, with the events of the general parser [workbook.model]", async () => {
  const texts = '<sst a="1">\r\n<si><t>one\r\ntwo\rthree\r\r\nfour\r</t></si>\r</sst>\r\n';
  const wanted = await general(texts);
  assert.ok(wanted?.includes("=one\ntwo\nthree\n\nfour\n"));
  for (let cut = 12; cut < texts.length; cut++) assert.deepEqual(plain(texts, [cut, cut + 1]), wanted, `cut at ${cut}`);
});

test("of any text plain XML takes only documents that the general parser reads, and gives the same events [workbook.model workbook.rubbish]", async () => {
  const part = fc.constantFrom(
    ...["<a>", "</a>", "<b/>", "<a b='1'>", '<a b="1">', '<a b="1" c="2">', '<a b="1" b="2">', "</b>", "<b>", "<c d"],
    ...[
      '="',
      '">',
      "x",
      " ",
      "\n",
      "\r\n",
      "\r",
      "&amp;",
      "&lt;",
      "&#65;",
      "&x;",
      "&",
      "]]>",
      "<!-- -->",
      "<![CDATA[x]]>",
    ],
    ...[
      "<?p q?>",
      "\u0001",
      "\ufffe",
      "\u00a0",
      "ы",
      '<x:y z:w="&quot;">',
      "</x:y>",
      '<a __proto__="1">',
      '<a toString="1">',
      "<",
      ">",
    ],
    ...["<!DOCTYPE a>", '<a b="x>y">', "<1>", "</a >", "<a\n>", '<a b="1"c="2">', '<a b = "1">', '<a b="x&lt;">'],
  );
  const document = fc.oneof(
    fc.array(part, {maxLength: 12}).map((parts) => parts.join("")),
    fc.array(part, {maxLength: 4}).map((parts) => `<a>${parts.join("")}</a>`),
    fc.array(part, {maxLength: 3}).map((parts) => `<?xml version="1.0"?><r><a>${parts.join("")}</a></r>`),
  );
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(document, fc.array(fc.nat(), {maxLength: 3}), async (text, cuts) => {
      const found = plain(text, cuts);
      if (found === null) return;
      taken++;
      assert.deepEqual(found, await general(text), JSON.stringify(text));
    }),
    {numRuns: 5000},
  );
  assert.ok(taken > 100, `${taken} documents were plain`);
});
