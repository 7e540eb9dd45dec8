// Node's modules that a load imports: those that are missing here only take longer (bin/node-options.js).
import "node:crypto";
import "node:fs/promises";
import "node:os";
import "node:sqlite";
import "node:util";
import "node:worker_threads";
import "node:zlib";
