// A browser for tests: Debian's chromium or whichever of its kind is on the path. Tests that need one skip by name without it.
import {accessSync, constants} from "node:fs";
import {delimiter, join} from "node:path";
import {after, type TestContext} from "node:test";
import {type Browser, chromium} from "playwright-core";
import {HANG_MS} from "../src/patience.fixture.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

const found = (process.env["PATH"] ?? "")
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(isExecutable);

/** For `test(title, {skip: …})`. */
export const NEEDS_CHROMIUM = found === undefined ? "needs chromium on the path" : false;

/** Scripts of a page are soon gone: to compile them once more, for speed, costs more than it saves. */
const FLAGS = ["--js-flags=--no-opt,--no-maglev"];

let browser: Promise<Browser> | null = null;

after(async () => {
  await (await browser)?.close();
});

/** The file's one browser, whose start costs more than a visit; what the test has opened in it is closed when the test is over. */
export async function openBrowser(t: TestContext): Promise<Browser> {
  browser ??= launch();
  const opened = await browser;
  t.after(() => Promise.all(opened.contexts().map((context) => context.close())));
  return opened;
}

async function launch(): Promise<Browser> {
  // root has no sandbox to go into
  const args = process.getuid?.() === 0 ? [...FLAGS, "--no-sandbox"] : FLAGS;
  const launched = await chromium.launch({executablePath: found!, args, timeout: HANG_MS});
  // the browser's own limits are for machines that do nothing else
  launched.on("context", (context) => context.setDefaultTimeout(HANG_MS));
  return launched;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
