// Loaded into the server by `--import`, only for the bench: gives the most processor time that the event loop took between two of its ticks
// since the last request for it.
//
// A timer fires every millisecond, as far as the loop comes to it. Processor time of the thread has the server's own work and collections
// of garbage in it, and not the pauses in which the system let the thread wait, which delay an idle server too. Linux counts it up to the
// last tick of its clock or the last change of threads: with 250 ticks a second a figure is right to 4 ms. The server ends when the bench ends.
const RESOLUTION_MS = 1;
const watch = {last: process.threadCpuUsage(), most: 0};

setInterval(() => {
  const {user, system} = process.threadCpuUsage(watch.last);
  watch.last = process.threadCpuUsage();
  watch.most = Math.max(watch.most, user + system);
}, RESOLUTION_MS).unref();

process.on("message", (word) => {
  if (word === "held") process.send!({heldMs: watch.most / 1000});
  watch.most = 0;
});
process.on("disconnect", () => process.exit());
process.channel!.unref();
