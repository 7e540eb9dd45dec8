// Loaded into the server by `--import`: the longest time that its main thread worked without letting a timer run, and what all threads took.
//
// By the clock, since the loop stands still too while other threads collect garbage. Another process that stops this one makes it longer, so
// who asks takes the median of several times. The server ends with the parent. Threads of the server load this file too and are left alone.
import {isMainThread} from "node:worker_threads";

if (isMainThread) watch();

function watch(): void {
  let [last, longest] = [performance.now(), 0];
  let before = process.cpuUsage();
  setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1).unref();
  process.on("message", (word) => {
    const {user, system} = process.cpuUsage(before);
    if (word === "work") process.send!({held: longest, spent: (user + system) / 1000});
    [longest, before] = [0, process.cpuUsage()];
  });
  process.on("disconnect", () => process.exit());
  process.channel!.unref();
}
