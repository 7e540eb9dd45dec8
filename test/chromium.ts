// A browser for tests: a Chromium without windows if one is on the path, else one with them. Without either, tests that need it are skipped by name.
import {accessSync, constants} from "node:fs";
import {delimiter, join} from "node:path";
import {after, type TestContext} from "node:test";
import {type Browser, chromium} from "playwright-core";
import {HANG_MS} from "../src/work/patience.fixture.ts";

/** The first one draws no window: the same pages in less of a processor. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

const FOLDERS = (process.env["PATH"] ?? "").split(delimiter);
const found = NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find(isExecutable);

/** For `test(title, {skip: …})`. */
export const NEEDS_CHROMIUM = found === undefined ? "needs chromium on the path" : false;

/**
 * Scripts of a page run only briefly: optimizing them costs more than it saves. Nobody sees the pictures, so they
 * need no process of their own.
 */
const FLAGS = ["--js-flags=--no-opt,--no-maglev", "--in-process-gpu", "--num-raster-threads=1"];

let browser: Promise<Browser> | null = null;

after(async () => {
  await (await browser)?.close();
});

/** One browser for the whole file, because its start costs more than a visit; everything a test opens in it is closed when the test ends. */
export async function openBrowser(t: TestContext): Promise<Browser> {
  browser ??= launch();
  const opened = await browser;
  t.after(() => Promise.all(opened.contexts().map((context) => context.close())));
  return opened;
}

async function launch(): Promise<Browser> {
  // Chromium has no sandbox for root
  const args = process.getuid?.() === 0 ? [...FLAGS, "--no-sandbox"] : FLAGS;
  const launched = await chromium.launch({executablePath: found!, args, timeout: HANG_MS});
  // the browser's own time limits are for idle machines
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
