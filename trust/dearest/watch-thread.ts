// Loaded into the server by `--import`: the longest time that its main thread worked without letting a timer run, and what all threads took.
//
// On Linux only work counts: the time of the main thread on a processor, and while it waited for others of the process, such as threads that
// collect garbage, their time on one. What other programs of the machine take is left out, and so is a thread of the process that has no
// processor. Waiting for a disk is left out too: a read or a commit on a slow disk holds the loop longer than is told here. Elsewhere a time
// is by the clock; who asks takes the median of several. The server ends with the parent. Threads of the server load this file too and are
// left alone.
import {openSync, readSync} from "node:fs";
import {isMainThread} from "node:worker_threads";

/** Of the main thread: milliseconds on a processor, and waiting for one. */
const SCHEDULE = `/proc/self/task/${process.pid}/schedstat`;
const NANOSECONDS = 1e6;

if (isMainThread) watch(process.platform === "linux" ? workOfThreads() : byClock);

/** @param worked milliseconds of work since it was asked last */
function watch(worked: () => number): void {
  let longest = 0;
  let before = process.cpuUsage();
  setInterval(() => {
    longest = Math.max(longest, worked());
  }, 1).unref();
  process.on("message", (word) => {
    if (word === "work") process.send!({held: longest, spent: sumOf(process.cpuUsage(before))});
    [longest, before] = [0, process.cpuUsage()];
  });
  process.on("disconnect", () => process.exit());
  process.channel!.unref();
}

let last = performance.now();

function byClock(): number {
  const before = last;
  last = performance.now();
  return last - before;
}

function workOfThreads(): () => number {
  const file = openSync(SCHEDULE, "r");
  const bytes = Buffer.alloc(100);
  const look = () => {
    // First: the kernel brings the time of a running thread up to date for this call, but not for the file, which is up to 4 ms behind.
    const all = sumOf(process.cpuUsage());
    const [own, waited] = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0)).split(" ");
    return {own: Number(own) / NANOSECONDS, waited: Number(waited) / NANOSECONDS, all};
  };
  let before = look();
  return () => {
    const clock = byClock();
    const now = look();
    const own = now.own - before.own;
    const asleep = clock - own - (now.waited - before.waited);
    const others = now.all - before.all - own;
    before = now;
    return own + Math.max(0, Math.min(asleep, others));
  };
}

function sumOf({user, system}: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
