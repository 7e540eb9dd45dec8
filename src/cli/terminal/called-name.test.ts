import assert from "node:assert/strict";
import {test} from "node:test";
import {calledName, withCalledName} from "./called-name.ts";

test("a printed command begins as the user called the program: by its link, by node, or by the bare name on the path [command.called-name]", () => {
  const name = (script: string, environment: Record<string, string> = {}): string =>
    calledName({script, folder: "/home/me/own", environment});
  assert.equal(name("/usr/bin/ryad", {PATH: "/bin:/usr/bin"}), "ryad");
  assert.equal(name("/home/me/own/node_modules/.bin/ryad", {PATH: "/usr/bin"}), "node_modules/.bin/ryad");
  assert.equal(name("/home/me/own/bin/ryad.js", {npm_command: "start"}), "node bin/ryad.js");
  assert.equal(name("/home/me/own/bin/ryad.js", {PATH: "/home/me/own/bin"}), "node bin/ryad.js");
  assert.equal(name("/home/me/ryad/bin/ryad.js"), "node ../ryad/bin/ryad.js");
  assert.equal(name("/home/me/own/my tools/ryad"), '"my tools/ryad"');
  assert.equal(name("/opt/ryad"), "/opt/ryad");
  const called = (line: string): string => withCalledName(line, "node bin/ryad.js");
  assert.equal(called("ryad load a.csv, then ryad runs"), "node bin/ryad.js load a.csv, then node bin/ryad.js runs");
  assert.equal(called("ryad: a.csv is no file of own/ryad load"), "ryad: a.csv is no file of own/ryad load");
  assert.equal(called("ryad --help lists the commands"), "node bin/ryad.js --help lists the commands");
});
