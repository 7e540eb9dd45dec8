// Signals until the program has handlers of its own (cli/serve/serving.ts): a server that starts has nothing to finish, and ends with 0.
//
// It imports nothing, so it runs before every other module of the process. A load is ended by a signal as Node does it.
const ENDS = ["SIGTERM", "SIGINT", "SIGHUP"];

export const IS_SERVER = ["serve", "start"].includes(process.argv[2]);
if (IS_SERVER) for (const signal of ENDS) process.on(signal, () => process.exit(0));

// By default Node opens a debugger at SIGUSR1, and SIGUSR2 ends the process: a server must continue to serve.
for (const signal of ["SIGUSR1", "SIGUSR2"]) process.on(signal, () => {});
