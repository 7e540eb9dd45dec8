// Errors of the operating system in words; none is guessed.
import assert from "node:assert/strict";
import {mkdirSync, readdirSync, readFileSync} from "node:fs";
import {test} from "node:test";
import {systemRefusal} from "./system-error.ts";

const HERE = import.meta.filename;
const thrownBy = (perform: () => unknown): unknown => {
  try {
    return perform();
  } catch (error) {
    return error;
  }
};

test("a system error is reported with its place and what to do", () => {
  const cases: readonly (readonly [act: () => unknown, says: string])[] = [
    [() => readFileSync(`${HERE}.none`), `${HERE}.none does not exist`],
    [() => readdirSync(HERE), `${HERE} is a file where a folder is needed`],
    [() => mkdirSync(HERE, {recursive: true}), `${HERE} is a file where a folder is needed`],
  ];
  for (const [perform, says] of cases) {
    const refusal = systemRefusal(thrownBy(perform));
    assert.equal(refusal?.message, says);
    assert.ok(refusal.hint);
  }
  const forbidden = Object.assign(new Error("EACCES: permission denied"), {code: "EACCES", syscall: "open", path: "x"});
  assert.equal(systemRefusal(forbidden)?.message, "x may not be read or written by this user");
});

test("an error without a path, or with an unknown code, is unchanged", () => {
  assert.equal(systemRefusal(new Error("x")), null);
  assert.equal(systemRefusal("x"), null);
  assert.equal(systemRefusal(Object.assign(new Error("x"), {code: "EIO", syscall: "read", path: "x"})), null);
  assert.equal(systemRefusal(Object.assign(new Error("x"), {code: "ENOENT", syscall: "read"})), null);
});
