// The process of a worker of `ryad serve`. Its work is in answering.ts, which is imported when signals are handled.
//
// Only the parent ends a worker: a terminal or a service manager sends its signals to all processes, and the parent knows the order.
import type {WorkerStart} from "./messages.ts";

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGUSR2"]) process.on(signal, () => {});
// Without its parent a worker can charge nothing, and holds connections of a port that another server may have taken.
process.once("disconnect", () => process.exit(1));

const {promise: start, resolve} = Promise.withResolvers<WorkerStart>();
process.once("message", resolve);
const {answerRequests} = await import("./answering.ts");
await answerRequests(await start);
