// The lease of the writer of files, in the store: of many servers one has the files written.

export const FILES_LEASE = "files";
export const FILES_LEASE_MS = 60_000;
