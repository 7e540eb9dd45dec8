// The thread that reads archived releases again: parsers run synchronously for long, and would block a server.
//
// It has no store: it requests chunks of the archive from its parent thread, one at a time.
import {type MessagePort, parentPort} from "node:worker_threads";
import {archivedFile} from "../archive/archived-file.ts";
import {rereadRelease} from "./reread-release.ts";
import type {FromReader, ToReader} from "./reread-thread.ts";

function answerQuestions(port: MessagePort): void {
  let whenChunk: {resolve(bytes: Uint8Array | null): void; reject(error: Error): void} | null = null;

  function say(message: FromReader): void {
    port.postMessage(message);
  }

  function readChunk(sha256: string, number: number): Promise<Uint8Array | null> {
    return new Promise((resolve, reject) => {
      whenChunk = {resolve, reject};
      say({type: "want-chunk", sha256, number});
    });
  }

  port.on("message", (message: ToReader) => {
    if (message.type === "chunk") return whenChunk?.resolve(message.bytes);
    if (message.type === "no-chunk") return whenChunk?.reject(new Error("the archive can't be read"));
    const files = message.files.map((file) => archivedFile(file, readChunk));
    rereadRelease(files, message.question).then(
      (reading) => say({type: "done", reading}),
      (error: Error) => say({type: "failed", error}),
    );
  });
}

answerQuestions(parentPort!);
