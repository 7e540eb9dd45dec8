// Loaded into the server by `--import`, only for the bench: gives the longest time that the event loop was blocked since the last request for it.
//
// A timer fires every millisecond. Anything that delays it (the server's own work, garbage collection, the system) also delays
// every reader. The server ends when the bench ends.
import {monitorEventLoopDelay} from "node:perf_hooks";

const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({resolution: RESOLUTION_MS});
delays.enable();

process.on("message", (word) => {
  if (word === "held") process.send!({heldMs: Math.max(0, delays.max / 1e6 - RESOLUTION_MS)});
  delays.reset();
});
process.on("disconnect", () => process.exit());
process.channel!.unref();
