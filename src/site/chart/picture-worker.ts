// The thread that turns a drawing (SVG) into a picture (PNG): it takes a tenth of a second, for which a server would answer nobody.
//
// The letters come from PT Sans, since a server may have no fonts. One weight alone: resvg takes letters that a face lacks from any other
// face, so a bold Latin comma would follow a Cyrillic word.
import {readFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {parentPort} from "node:worker_threads";
import {initWasm, Resvg} from "@resvg/resvg-wasm";
import type {Drawing, DrawnPicture} from "./picture-thread.ts";

const FAMILY = "PT Sans";
const FONT_FILES = ["latin", "cyrillic", "latin-ext", "cyrillic-ext"].map(
  (part) => `@fontsource/pt-sans/files/pt-sans-${part}-400-normal.woff2`,
);
const port = parentPort!;
const [fontBuffers] = [FONT_FILES.map(readPackaged)];
const begun = initWasm(readPackaged("@resvg/resvg-wasm/index_bg.wasm"));

port.on("message", async ({id, svg}: Drawing) => {
  try {
    await begun;
    const drawn = new Resvg(svg, {
      font: {fontBuffers, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY, serifFamily: FAMILY},
    });
    const image = drawn.render();
    const picture: DrawnPicture = {id, png: image.asPng()};
    image.free();
    drawn.free();
    port.postMessage(picture);
  } catch (error) {
    port.postMessage({id, error: error instanceof Error ? error : new Error(String(error))} satisfies DrawnPicture);
  }
});

function readPackaged(path: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(path)));
}
