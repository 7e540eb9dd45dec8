// Loaded into the server by `--import`: the longest time that its main thread worked without letting a timer run, and what all threads took.
//
// In time of the processor and not by the clock: another process may stop this one at any moment. The server ends with the parent. Threads
// of the server load this file too and are left alone.
import {isMainThread} from "node:worker_threads";

if (isMainThread) watch();

function watch(): void {
  let [last, longest] = [spent(), 0];
  let before = process.cpuUsage();
  setInterval(() => {
    const now = spent();
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

function spent(): number {
  const {user, system} = process.threadCpuUsage();
  return (user + system) / 1000;
}
