// /api/docs checked by axe: no faults on the page, nor with an operation, a dialog or an answer open.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {startLive} from "./live.ts";

interface Fault {
  readonly id: string;
  readonly nodes: readonly {readonly html: string}[];
}

for (const colorScheme of ["light", "dark"] as const)
  test(
    `axe finds no faults on /api/docs in ${colorScheme} colours, and finds a planted one [openapi.docs site.docs-frame]`,
    {
      skip: NEEDS_CHROMIUM,
    },
    async (t) => checkDocs(t, colorScheme),
  );

async function checkDocs(t: TestContext, colorScheme: "light" | "dark"): Promise<void> {
  const live = await startLive(t);
  const axe = await readFile(join(import.meta.dirname, "node_modules/axe-core/axe.min.js"), "utf8");
  // colours in transition cannot be checked
  const page = await (await openBrowser(t)).newPage({reducedMotion: "reduce", colorScheme});
  const faults = async (): Promise<string[]> => {
    const {violations} = (await page.evaluate(`${axe}; axe.run()`)) as {violations: Fault[]};
    return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 200)}`));
  };

  await page.goto(`${live.origin}/api/docs`);
  const operation = page.locator("#operations-Data-getSlice");
  await operation.waitFor();
  assert.deepEqual(await faults(), [], "at rest");

  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".examples-select-element").first().waitFor();
  assert.deepEqual(await faults(), [], "with an operation open");

  await page.locator(".btn.authorize").first().click();
  await page.locator(".auth-container input").first().fill(live.token);
  assert.deepEqual(await faults(), [], "with the dialog open");
  await page.locator(".auth-container button[type=submit]").first().click();
  await page.locator(".btn-done").first().click();

  await operation.locator(".try-out__btn").click();
  await operation.locator("tr[data-param-name=dataset] input").fill("gdp");
  await operation.locator(".execute").click();
  await operation.locator(".live-responses-table .microlight").first().waitFor();
  assert.deepEqual(await faults(), [], "with an answer open");

  await page.evaluate(
    'Object.assign(document.querySelector(".info .title").style, {color: "#888", background: "#999"})',
  );
  assert.match((await faults()).join(), /color-contrast/);
}
