// Loaded into the server by `--import`: the longest time that its main thread worked without letting a timer run, and what all threads took.
//
// The smaller of two measures: by the clock it is too long where another process stops this one, and time of the processor comes in steps of
// 4 ms on some systems. The server ends with the parent. Threads of the server load this file too and are left alone.
import {isMainThread} from "node:worker_threads";

if (isMainThread) watch();

function watch(): void {
  let [last, lastMs, longest] = [spent(), performance.now(), 0];
  let before = process.cpuUsage();
  setInterval(() => {
    const [now, nowMs] = [spent(), performance.now()];
    longest = Math.max(longest, Math.min(now - last, nowMs - lastMs));
    [last, lastMs] = [now, nowMs];
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
