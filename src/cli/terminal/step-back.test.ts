// After lowerPriority, no thread of the process has the priority of a server's threads.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {constants} from "node:os";
import {test} from "node:test";

const PROGRAM = `
import {readdirSync} from "node:fs";
import {getPriority} from "node:os";
import {promisify} from "node:util";
import {zstdCompress} from "node:zlib";
const {lowerPriority} = await import(${JSON.stringify(new URL("./step-back.ts", import.meta.url).href)});
lowerPriority();
await promisify(zstdCompress)(Buffer.alloc(1000));
console.log(readdirSync("/proc/self/task").map((thread) => getPriority(Number(thread))).join(" "));
`;

test("every thread of a process that steps back has a lower priority, later threads too [load.steps-back]", {
  skip: process.platform === "linux" ? false : "looks into /proc",
}, () => {
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", PROGRAM], {encoding: "utf8"});
  const priorities = said.trim().split(" ").map(Number);
  assert.ok(priorities.length > 1);
  for (const priority of priorities) assert.ok(priority >= constants.priority.PRIORITY_BELOW_NORMAL, said);
});
