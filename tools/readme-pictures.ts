// The pictures of README: the home page and a series of the sample, light and dark. It needs a Chromium: `node bin/node.js tools/readme-pictures.ts`.
//
// The server is the usual command, so the pictures show what a reader gets. They are small enough for the package, whose documents they are.
import {spawn} from "node:child_process";
import {once} from "node:events";
import {mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {chromium} from "playwright-core";

const ROOT = join(import.meta.dirname, "..");
const PICTURES = {home: "/?lang=en", series: "/search?q=key+rate"} as const;
const SCREEN = {width: 1120, height: 720};
const SCHEMES = ["light", "dark"] as const;
const NAMES = ["chromium", "chromium-browser", "google-chrome"];

const folder = mkdtempSync(join(tmpdir(), "ryad-pictures-"));
const server = spawn(process.execPath, [join(ROOT, "bin/ryad.js"), "start", "--port", "0"], {
  cwd: folder,
  env: {...process.env, RYAD_LOG: "none", RYAD_TODAY: "2026-07-20"},
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const origin = await addressOf();
  const browser = await chromium.launch({executablePath: await findBrowser(), args: ["--no-sandbox"]});
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({viewport: SCREEN, colorScheme, locale: "en-GB"});
    const page = await context.newPage();
    for (const [name, path] of Object.entries(PICTURES)) {
      await page.goto(origin + path);
      // the first one found
      if (name === "series") await page.locator('a[href*="/series/"]').first().click();
      await page.waitForLoadState("networkidle");
      const file = join(ROOT, "docs", "pictures", `${name}-${colorScheme}.png`);
      await page.screenshot({path: file});
      console.log(`${file}: ${Math.round(statSync(file).size / 1000)} kB`);
    }
    await context.close();
  }
  await browser.close();
} finally {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  rmSync(folder, {recursive: true, force: true});
}

async function addressOf(): Promise<string> {
  for await (const line of createInterface(server.stdout)) {
    const origin = /(http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1];
    if (origin !== undefined) return origin;
  }
  throw new Error("the server ended before it listened");
}

async function findBrowser(): Promise<string> {
  for (const name of NAMES)
    for (const where of (process.env["PATH"] ?? "").split(":")) {
      const path = join(where, name);
      if (statSync(path, {throwIfNoEntry: false})?.isFile()) return path;
    }
  throw new Error("no Chromium is on the path");
}
