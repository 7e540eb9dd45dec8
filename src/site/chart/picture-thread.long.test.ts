// Pictures of charts: real letters, from a thread that starts when it is needed.
import assert from "node:assert/strict";
import {test} from "node:test";
import {finish} from "../../work/steps.fixture.ts";
import {chartDocument} from "./chart-document.ts";
import {PICTURE_HEIGHT, PICTURE_WIDTH} from "./picture-document.ts";
import {createPictureThread} from "./picture-thread.ts";

const text = (words: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="40"><text x="4" y="28" font-family="Arial, sans-serif" font-size="20">${words}</text></svg>`;

test("a picture is a PNG with the letters of both languages, and of signs that numbers have [site.preview]", async (t) => {
  const thread = createPictureThread();
  t.after(() => thread.close());
  const blank = await thread.draw(text(""));
  assert.equal(blank.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
  assert.deepEqual([blank.readUInt32BE(16), blank.readUInt32BE(20)], [400, 40]);
  // a letter that the font lacks would be drawn as nothing
  const letters = [..."Щщ№Ёёä−·…→’«»0%"];
  const drawn = await Promise.all(letters.map((letter) => thread.draw(text(letter))));
  for (const [at, letter] of letters.entries()) assert.ok(!drawn[at]!.equals(blank), letter);
  const document = finish(
    chartDocument({
      title: "Инфляция",
      subtitle: "процент",
      source: "Росстат",
      panels: [{lines: [{points: [], frequency: "M", className: "line-1"}], caption: ""}],
      language: "ru",
    }),
  );
  const picture = await thread.draw(document);
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [PICTURE_WIDTH, PICTURE_HEIGHT]);
});

test("a drawing that is no SVG is refused, and the thread goes on; after its end it starts again [site.preview]", async (t) => {
  const thread = createPictureThread();
  t.after(() => thread.close());
  await assert.rejects(thread.draw("<svg"));
  const [one, other] = await Promise.all([thread.draw(text("а")), thread.draw(text("а"))]);
  assert.ok(one.equals(other));
  await thread.close();
  assert.ok((await thread.draw(text("а"))).equals(one));
});
