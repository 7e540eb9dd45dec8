// A list of classes that is too long to be kept is written while it is sent: the same text under the same tag, plain and packed.
import assert from "node:assert/strict";
import {once} from "node:events";
import {get, type IncomingMessage} from "node:http";
import type {AddressInfo} from "node:net";
import {test} from "node:test";
import {weakEtag} from "../../src/api/http/headers.ts";
import {openWith} from "./packages.ts";

/** Of four parts: a server reads two of them ahead of a client that does not read. */
const CLASSES = 12_500;
/** 19 MB in all. */
const NAME = "х".repeat(700);

test("a list of classes longer than a server keeps has the tag of its state, and comes whole each time [reference.codes]", async (t) => {
  const code = (index: number): string => `c${String(index).padStart(5, "0")}`;
  const api = await openWith(
    t,
    [
      {
        header: "indicator,class,geo,period,value",
        rows: Array.from({length: CLASSES}, (_, index) => `x,${code(index)},643,2026,${index}`),
        more: {classes: Array.from({length: CLASSES}, (_, index) => ({code: code(index), name: `${index} ${NAME}`}))},
      },
    ],
    {catalogueBytes: 2000},
  );
  const path = "/api/v1/reference/codes?dataset=demo";
  const first = await api.get(path);
  assert.ok(Buffer.byteLength(first.text) > 16 * 2 ** 20);
  assert.deepEqual(
    first.json.items.map((one: {class: string; name: string}) => [one.class, one.name]),
    Array.from({length: CLASSES}, (_, index) => [code(index), `${index} ${NAME}`]),
  );
  assert.notEqual(first.headers["etag"], weakEtag([first.text]));
  assert.equal(first.headers["content-length"], undefined, "it is sent before all of it is known");
  for (const headers of [{}, {"accept-encoding": "gzip"}, {"accept-encoding": "zstd"}]) {
    const again = await api.get(path, headers);
    assert.equal(again.text, first.text);
    assert.equal(again.headers["etag"], first.headers["etag"]);
  }
  assert.equal((await api.get(path, {"if-none-match": first.headers["etag"]!})).status, 304);
  const head = await api.ask("HEAD", path);
  assert.equal(head.headers["content-length"], String(Buffer.byteLength(first.text)));
  assert.equal(head.text, "");
  const csv = await api.get(`${path}&format=csv&bom=1`);
  assert.notEqual(csv.headers["etag"], first.headers["etag"]);
  assert.equal(csv.text.trimEnd().split("\n").length, CLASSES + 1);

  // a load after the first part: the rest of the text would be of another state than its tag
  await api.server.listen({port: 0, host: "127.0.0.1"});
  const {port} = api.server.server.address() as AddressInfo;
  const query = get({host: "127.0.0.1", port, path, headers: {"x-api-key": api.token}});
  const [answer] = (await once(query, "response")) as [IncomingMessage];
  answer.pause();
  await api.load({
    header: "indicator,class,geo,period,value",
    rows: ["x,new,643,2026,1"],
    published_at: "2026-07-01",
    more: {partial: true, classes: [{code: "new", name: "new"}]},
  });
  let length = 0;
  answer.on("data", (chunk: Buffer) => {
    length += chunk.length;
  });
  answer.resume();
  await assert.rejects(once(answer, "end"), {code: "ECONNRESET"});
  assert.ok(length < Number(answer.headers["content-length"]));
  const after = await api.get(path);
  assert.equal(after.json.items.length, CLASSES + 1);
  assert.notEqual(after.headers["etag"], first.headers["etag"]);
  assert.equal((await api.get(path, {"if-none-match": first.headers["etag"]!})).status, 200);
});
