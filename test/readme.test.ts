// The promises of README hold.
import assert from "node:assert/strict";
import {globSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {openSampleApi} from "./example-answers.ts";
import {readCurl} from "./sample.ts";
import {PROJECT} from "./warehouse.ts";

const README = readFileSync(join(PROJECT, "README.md"), "utf8");

test("README's request gives README's answer", async (t) => {
  const command = /^curl .*$/m.exec(README)?.[0] ?? "";
  const shown = /```csv\n([\s\S]*?)```/.exec(README)?.[1];
  const {url, token: placeholder} = readCurl(command);
  assert.equal(placeholder, "$TOKEN");
  const origin = "http://127.0.0.1:8080";
  assert.ok(url.startsWith(`${origin}/`));
  const {status, text} = await (await openSampleApi(t)).get(url.slice(origin.length));
  assert.equal(status, 200);
  assert.equal(text, shown);
});

test("the two starts in README are scripts of the package, and its commands exist", async () => {
  const {scripts} = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  for (const script of ["start", "test"]) {
    assert.ok(README.includes(`npm ci && npm ${script}\n`));
    assert.ok(scripts[script]);
  }
  const {COMMAND_NAMES} = await import("../src/cli/commands.ts");
  const named = [...README.matchAll(/^node_modules\/\.bin\/ryad (\w+(?: create)?)/gm)].map((match) => match[1] ?? "");
  assert.ok(named.length >= 5);
  for (const name of named) assert.ok(COMMAND_NAMES.includes(name), name);
});

test("no page, message or comment calls the command by npx: outside of the clone npx runs a package of that name from a registry [package.own-command]", () => {
  const files = [
    "README.md",
    "CONTRIBUTING.md",
    ...globSync("{docs,deploy,src,bin}/**/*.{md,ts,js,yaml,service}", {cwd: PROJECT}),
  ];
  assert.ok(files.length > 500);
  const calls = files.filter((path) => /\bnpx (--\S+ )*ryad\b/.test(readFileSync(join(PROJECT, path), "utf8")));
  assert.deepEqual(calls, []);
});

test("the version of the package is that of the newest section of the changelog, of the package that README installs and of the table of schemas [package.version]", () => {
  const textOf = (path: string): string => readFileSync(join(PROJECT, path), "utf8");
  const {version} = JSON.parse(textOf("package.json")) as {version: string};
  assert.equal((JSON.parse(textOf("package-lock.json")) as {version: string}).version, version);
  assert.equal(/^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/m.exec(textOf("CHANGELOG.md"))?.[1], version);
  assert.equal(/ryad-(\d\S*)\.tgz/.exec(README)?.[1], version);
  assert.equal(/^\| (\d+\.\d+) \| \d/m.exec(textOf("docs/versions.md"))?.[1], version.replace(/\.\d+$/, ""));
});

test("the changelog says in 900 words what is not released yet, and in 600 each version", () => {
  const [, ...sections] = readFileSync(join(PROJECT, "CHANGELOG.md"), "utf8").split(/^## /m);
  const longer = sections.filter((text) => {
    const words = text.split(/\s+/).filter((word) => word !== "").length;
    return words > (text.startsWith("[Unreleased]") ? 900 : 600);
  });
  assert.ok(sections.length > 1);
  assert.deepEqual(
    longer.map((text) => text.split("\n")[0]),
    [],
  );
});
