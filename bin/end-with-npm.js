// Ends this process in peace when the npm or npx that runs it has gone.
//
// npm runs a command through a shell, and passes a SIGTERM on to that shell only: the command would live on and keep its port.
const EVERY_MILLISECONDS = 250;

/** Sends SIGTERM to this very process once its parent has changed; does nothing when it was not npm that started it. */
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
