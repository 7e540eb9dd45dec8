// Ends this process gracefully when the npm or npx that runs it has ended.
//
// npm runs a command through a shell, and passes a SIGTERM only to that shell: without this the command would continue and keep its port.
const EVERY_MILLISECONDS = 250;

/** Sends SIGTERM to this process when its parent has changed; does nothing if npm did not start it. */
export function endWithNpm() {
  if (!["start", "npx"].includes(process.env.npm_lifecycle_event)) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, EVERY_MILLISECONDS);
  watch.unref();
}
