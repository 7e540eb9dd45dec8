// A user without a name in the system can do everything that others can.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {userInfo} from "node:os";
import {test} from "node:test";
import {systemUser} from "./word-of-person.ts";

const PROGRAM = `console.log((await import(${JSON.stringify(new URL("./word-of-person.ts", import.meta.url).href)})).systemUser())`;

test("a user without a name is shown by number [load.discard]", {
  skip: process.getuid?.() === 0 ? false : "only root can be another user",
}, () => {
  assert.equal(systemUser(), userInfo().username);
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    uid: 54_321,
    encoding: "utf8",
  });
  assert.equal(said, "uid 54321\n");
});
