import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {bibtexOf, type Citation, risOf} from "./citation-files.ts";

const ONE: Citation = {
  ...{key: "abc", author: "Rosstat", title: "Bread & milk_1, 100 %", dataset: "Prices {old}\nnew", publisher: "Ryad"},
  ...{known: "2026-04-10", read: "2026-07-15", note: "n", address: "https://x.example/series/abc?as_of=2026-04-10"},
};

test("a citation file has publisher, title, day and permanent address, escaped for its format [site.citation-files]", () => {
  assert.equal(
    bibtexOf(ONE),
    `@misc{ryad-abc-2026-04-10,
  author = {{Rosstat}},
  title = {{Bread \\& milk\\_1, 100 \\%}},
  howpublished = {Prices \\textbraceleft{}old\\textbraceright{} new},
  publisher = {Ryad},
  year = {2026},
  date = {2026-04-10},
  note = {n},
  url = {https://x.example/series/abc?as_of=2026-04-10},
  urldate = {2026-07-15}
}
`,
  );
  assert.match(
    risOf(ONE),
    /^TY {2}- DATA\r\nAU {2}- Rosstat\r\nTI {2}- Bread & milk_1, 100 %\r\nT2 {2}- Prices \{old\} new\r\n/,
  );
  assert.match(
    risOf(ONE),
    /DA {2}- 2026\/04\/10\r\n[\s\S]*UR {2}- https:\/\/x\.example\/series\/abc\?as_of=2026-04-10\r\nER {2}- \r\n$/,
  );
});

test("no title of a publisher ends a field or makes a new one [site.citation-files]", () => {
  const signs = fc.string({
    unit: fc.constantFrom("{", "}", "\\", "%", "\n", "\r", "\u2028", "a", " ", "\t", "ж", "@", "$"),
  });
  fc.assert(
    fc.property(signs, (text) => {
      const given = {...ONE, title: text, author: text, dataset: text};
      const rows = bibtexOf(given).split("\n");
      assert.equal(rows.length, 12);
      for (const row of rows.slice(1, 10)) {
        let depth = 0;
        for (const [at, sign] of [...row.replace(/,$/, "")].entries()) {
          depth += sign === "{" ? 1 : sign === "}" ? -1 : 0;
          // the field is open from its first brace to its last
          assert.ok(depth > 0 || at < row.indexOf("{") || at === row.replace(/,$/, "").length - 1, row);
        }
        assert.equal(depth, 0, row);
        assert.doesNotMatch(row, /(?<!\\)%/, "a comment");
      }
      const lines = risOf(given).split("\r\n");
      assert.equal(lines.length, 13);
      for (const line of lines.slice(0, -1)) assert.match(line, /^[A-Z][A-Z0-9] {2}- [^\n\r\u2028]*$/);
    }),
  );
});
