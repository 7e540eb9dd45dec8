// Loaded into the server by `--import`, for the bench alone: tells how long the event loop was held at most since it was last asked.
//
// A timer that should fire every millisecond shows it: whatever keeps it from firing, the server's own work, a collection of
// garbage or the system, keeps every reader waiting. The server ends when the bench does.
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
