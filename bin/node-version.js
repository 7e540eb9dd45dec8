// Whether the Node of this process can run the program. It imports nothing, like everything before V8 has its options (node-options.js).
export const OLDEST_NODE = 24;

export const isNewEnough = Number(process.versions.node.split(".")[0]) >= OLDEST_NODE;
