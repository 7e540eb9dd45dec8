// Options of V8 that a command needs from its start: the process replaces itself with one that has them.
//
// That takes 30 ms of a processor, and the process keeps its number, its streams and its parent. V8 reads these options only when it starts.
// Where a process can't be replaced (Windows), the command runs without them: the same result, with more time and memory.

/**
 * A load makes much garbage, and most of it is garbage soon: in a large young space little of it is moved. Threads that collect it together
 * mostly wait for each other. The old space is not collected before it has 128 MB, and grows by half between collections, not several times over.
 */
const loadOptions = (youngMegabytes) => [
  "--no-parallel-scavenge",
  `--min-semi-space-size=${youngMegabytes}`,
  `--max-semi-space-size=${youngMegabytes}`,
  "--heap-growing-percent=50",
  "--initial-old-space-size=128",
];
const LOAD = loadOptions(16);

/**
 * Much code reads a workbook, and none of it for long: its last compilation takes a fifth of the time and saves less. Of long texts it is the
 * other way. A young space of 16 MB takes 20 MB more for it and no less time.
 */
const LOAD_WORKBOOK = [...loadOptions(8), "--no-turbofan"];

const WORKBOOK = /\.xlsx?$/i;

/** Returns in a process that has the options of the command. Nothing of the program may have been imported before. */
export function useNodeOptions(command) {
  const [node, script, ...args] = process.argv;
  const options = command !== "load" ? [] : args.some((arg) => WORKBOOK.test(arg)) ? LOAD_WORKBOOK : LOAD;
  const hasOne = options.some((option) => process.execArgv.includes(option));
  if (options.length === 0 || hasOne || !canBeReplaced()) return;
  process.execve(node, [node, ...process.execArgv, ...options, script, ...args], process.env);
}

function canBeReplaced() {
  return typeof process.execve === "function" && !["win32", "os400"].includes(process.platform);
}
