// The parts of node:http that a server needs.
//
// An import statement reads every name of that module, and one of them is the WebSocket of undici: it would load a whole HTTP client, which
// takes 25 ms of each start, and memory.
export const {createServer, maxHeaderSize, STATUS_CODES} = process.getBuiltinModule("node:http");
