// The pages that wait: whatever a kill or a loss of power leaves of the file, a follower goes on behind its last whole page.
import assert from "node:assert/strict";
import {mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import * as fc from "fast-check";
import {openSpool, type SpooledPage} from "./spool.ts";

const folder = mkdtempSync(join(tmpdir(), "ryad-spool-"));
after(() => rmSync(folder, {recursive: true}));
const CODE = {provider: "p", dataset: "d"};

test("pages that wait are read back in their order; a file that is cut at any byte has its whole pages, and those of another cursor are forgotten [pull.killed]", () => {
  const someItems = fc.array(fc.record({value: fc.string(), number: fc.double({noNaN: true})}), {maxLength: 5});
  fc.assert(
    fc.property(fc.array(someItems, {minLength: 1, maxLength: 6}), fc.nat(), (lists, cut) => {
      rmSync(join(folder, "pull"), {recursive: true, force: true});
      const pages: SpooledPage[] = lists.map((items, index) => ({
        ...{from: `c${index}`, to: `c${index + 1}`},
        hasMore: index < lists.length - 1,
        items: JSON.parse(JSON.stringify(items)),
      }));
      const spool = openSpool(folder, CODE, "c0");
      for (const page of pages) spool.add(page);
      assert.ok(spool.isExact);
      assert.deepEqual([...openSpool(folder, CODE, "c0").pages()], pages);
      const path = join(folder, "pull", readdirSync(join(folder, "pull"))[0]!);
      truncateSync(path, cut % (statSync(path).size + 1));
      const rest = openSpool(folder, CODE, "c0");
      const kept = [...rest.pages()];
      assert.deepEqual(kept, pages.slice(0, kept.length));
      assert.equal(rest.next, `c${kept.length}`);
      for (const page of pages.slice(kept.length)) rest.add(page);
      assert.deepEqual([...openSpool(folder, CODE, "c0").pages()], pages);
      assert.deepEqual([...openSpool(folder, CODE, "elsewhere").pages()], []);
    }),
    {numRuns: 60},
  );
});

test("a file of rubbish is no page [pull.killed]", () => {
  const path = join(folder, "pull", readdirSync(join(folder, "pull"))[0]!);
  writeFileSync(path, "\0\0\0\n{}\n");
  const spool = openSpool(folder, CODE, "c0");
  assert.equal(spool.next, "c0");
  assert.deepEqual([...spool.pages()], []);
});
