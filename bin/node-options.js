// Options of V8 that a command needs: the process replaces itself with one that has them from its start, or gets them later.
//
// That takes 30 ms of a processor, and the process keeps its number, its streams and its parent. Where a process can't be replaced (Windows),
// the command runs without all of them: the same result, with more time and memory.
//
// V8 refuses compiled code that was made under other options, and Node brings the code of its own modules compiled: without it they take 25 ms.
// So the options that matter for this have their default while Node's modules are loaded, and V8 gets those that it also takes later afterwards.

/**
 * A load makes much garbage, and most of it is garbage soon: in a large young space little of it is moved. Threads that collect it together
 * mostly wait for each other. The old space is not collected before it has 128 MB.
 */
const startOptions = (youngMegabytes) => [
  "--no-parallel-scavenge",
  `--min-semi-space-size=${youngMegabytes}`,
  `--max-semi-space-size=${youngMegabytes}`,
  "--initial-old-space-size=128",
];
const LOAD = startOptions(16);

/** Much code reads a workbook. A young space of 16 MB takes 20 MB more for it and no less time. */
const LOAD_WORKBOOK = startOptions(8);

/**
 * Node's modules that a load needs. Those that are missing here only take longer. An import statement would also read each name of them, and so
 * load more.
 */
const NODE_MODULES = ["crypto", "fs/promises", "module", "os", "sqlite", "util", "worker_threads", "zlib"];

/** V8 has read it when it made its heap, and compares it again with the options of compiled code. */
const NO_LONGER = "--initial-old-space-size=0";

/**
 * The old space grows by half between collections, not several times over. Functions are compiled with their module: Node keeps the code of a
 * module as it is before the module runs, so a function that waits for its first call would be compiled again by every load. Only options that
 * V8 reads anew for each decision may come later: --no-regexp-tier-up ends the process where an expression has run before (docs/decisions/0020-workbook-loads.md).
 */
const LATER = ["--heap-growing-percent=50", "--no-lazy"];

/**
 * Little code of a workbook's load runs for long: its last compilation takes a fifth of the time and saves less, and the one before (Maglev) is
 * worth its time only for functions that are called often. Of long texts it is the other way.
 */
const LATER_FOR_WORKBOOK = [...LATER, "--no-turbofan", "--invocation-count-for-maglev=1500", "--no-maglev-inlining"];

const WORKBOOK = /\.xlsx?$/i;

/** Returns in a process that has the options of the command. Nothing of the program may have been imported before. */
export function useNodeOptions(command) {
  if (command !== "load") return;
  const [node, script, ...args] = process.argv;
  const isWorkbook = args.some((arg) => WORKBOOK.test(arg));
  const options = isWorkbook ? LOAD_WORKBOOK : LOAD;
  if (options.every((option) => process.execArgv.includes(option)))
    return setLaterOptions(isWorkbook ? LATER_FOR_WORKBOOK : LATER);
  if (!options.some((option) => process.execArgv.includes(option)) && canBeReplaced())
    process.execve(node, [node, ...process.execArgv, ...options, script, ...args], process.env);
}

function setLaterOptions(options) {
  const {setFlagsFromString} = process.getBuiltinModule("node:v8");
  setFlagsFromString(NO_LONGER);
  for (const name of NODE_MODULES) process.getBuiltinModule(`node:${name}`);
  for (const option of options) setFlagsFromString(option);
}

function canBeReplaced() {
  return typeof process.execve === "function" && !["win32", "os400"].includes(process.platform);
}
