// Finished bodies on their way.
import assert from "node:assert/strict";
import {test} from "node:test";
import Fastify from "fastify";
import {BodyStream} from "../../work/body-stream.ts";
import {sendInPieces} from "./sending.ts";

const PIECE = 1 << 19;

test("a long body is given to the system in pieces with rests between them, and arrives whole with its length: a fast reader would take it in one step", async (t) => {
  const body = Buffer.from("0123456789".repeat(300_000));
  const server = Fastify();
  t.after(() => server.close());
  const pieces: number[] = [];
  server.addHook("onSend", sendInPieces);
  server.addHook("onSend", (_request, _reply, payload, done) => {
    if (payload instanceof BodyStream) payload.on("data", (piece: Buffer) => pieces.push(piece.length)).pause();
    done(null, payload);
  });
  server.get("/long", (_request, reply) => reply.send(body));
  server.get("/short", (_request, reply) => reply.send(body.subarray(0, PIECE)));
  const long = await server.inject("/long");
  assert.equal(long.headers["content-length"], String(body.length));
  assert.ok(long.rawPayload.equals(body));
  assert.ok(pieces.length > 5 && pieces.every((length) => length <= PIECE));
  const before = pieces.length;
  assert.ok((await server.inject("/short")).rawPayload.equals(body.subarray(0, PIECE)));
  assert.equal(pieces.length, before);
  const head = await server.inject({method: "HEAD", url: "/long"});
  assert.equal(head.headers["content-length"], String(body.length));
});
