// The bar is for people at a terminal; a pipe or a file gets none.
import assert from "node:assert/strict";
import {test} from "node:test";
import {createProgress} from "./progress.ts";

function screen(isTTY: boolean | undefined): {isTTY: boolean | undefined; text: string; write(text: string): void} {
  return {
    isTTY,
    text: "",
    write(text) {
      this.text += text;
    },
  };
}

test("the progress bar appears on a terminal, is drawn only when it changes, and is erased [load.progress]", () => {
  const terminal = screen(true);
  const progress = createProgress("a.xml", terminal);
  progress.show(0, 1000);
  progress.show(1, 1000);
  progress.show(500, 1000);
  assert.equal(terminal.text.split("\r").length - 1, 2);
  assert.match(terminal.text, /a\.xml \[█{15}·{15}\] 50 %$/);
  progress.clear();
  assert.ok(terminal.text.endsWith("\r\u001b[K"));
});

test("anywhere else nothing is written, and an empty file does not break the bar [load.progress]", () => {
  const pipe = screen(undefined);
  const progress = createProgress("a.xml", pipe);
  progress.show(5, 10);
  progress.clear();
  assert.equal(pipe.text, "");
  const terminal = screen(true);
  createProgress("empty", terminal).show(0, 0);
  assert.match(terminal.text, /100 %$/);
});
