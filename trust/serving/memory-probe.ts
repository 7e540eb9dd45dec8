// Loaded into the server by `--import`: on SIGUSR2 it collects garbage and writes what is left.
import {setFlagsFromString} from "node:v8";
import {runInNewContext} from "node:vm";
import {isMainThread} from "node:worker_threads";

if (isMainThread) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  process.on("SIGUSR2", () => {
    collect();
    // What finalizers free is freed by the second one.
    setImmediate(() => {
      collect();
      const {heapUsed, external, rss} = process.memoryUsage();
      process.stderr.write(`memory ${heapUsed + external} ${rss}\n`);
    });
  });
}
