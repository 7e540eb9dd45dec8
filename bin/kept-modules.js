// The sources of a command in one file: it opens that instead of some 500 files, and Node searches for none of their names.
//
// A change must never be missed, so kept sources count only while each of their files has the same inode, size and time of change (npm sets
// the time of modification of every file to the same day). One changed file, and all are read from the disk, and kept again at the end.
const {readFileSync, renameSync, rmSync, statSync, writeFileSync} = process.getBuiltinModule("node:fs");
const module = process.getBuiltinModule("node:module");
const {fileURLToPath} = process.getBuiltinModule("node:url");
const {crc32} = process.getBuiltinModule("node:zlib");

const KEPT_FORMATS = ["module", "module-typescript"];
/** Before the list of modules: its length, and the sum of all that follows. */
const HEAD_BYTES = 8;

/** From now on modules, and where their imports lead, come from `file` if they are kept there; when the process ends, the others are added to it. */
export function useKeptModules(file) {
  const kept = readModules(file);
  const added = new Map();
  module.registerHooks({
    resolve(specifier, context, next) {
      const importer = kept.get(context.parentURL) ?? added.get(context.parentURL);
      const one = kept.get(importer?.imports[specifier]);
      if (one !== undefined) return {url: one.url, format: one.format, shortCircuit: true};
      const found = next(specifier, context);
      if (importer !== undefined && found.url.startsWith("file:")) importer.imports[specifier] = found.url;
      return found;
    },
    load(url, context, next) {
      const one = kept.get(url);
      if (one !== undefined) return {format: one.format, source: one.source(), shortCircuit: true};
      const path = url.startsWith("file:") ? fileURLToPath(url) : null;
      const state = path === null ? null : stateOf(path);
      const loaded = next(url, context);
      const {format, source} = loaded;
      if (state !== null && KEPT_FORMATS.includes(format))
        added.set(url, {url, path, state, format, imports: {}, source: () => Buffer.from(source).toString()});
      return loaded;
    },
  });
  process.on("exit", () => {
    if (added.size > 0) writeModules(file, [...kept.values(), ...added.values()]);
  });
}

/** It differs when the file has changed; null if there is no file. */
function stateOf(path) {
  const state = statSync(path, {throwIfNoEntry: false});
  return state === undefined ? null : `${state.ino} ${state.size} ${state.ctimeMs}`;
}

/** Modules by their addresses; none if the file is missing, damaged or of another version of this one, or if any source has changed. */
function readModules(file) {
  const none = new Map();
  try {
    const bytes = readFileSync(file);
    if (crc32(bytes.subarray(HEAD_BYTES)) !== bytes.readUInt32LE(4)) return none;
    let at = HEAD_BYTES + bytes.readUInt32LE(0);
    const {maker, modules} = JSON.parse(bytes.utf8Slice(HEAD_BYTES, at));
    if (maker !== stateOf(import.meta.filename)) return none;
    const kept = new Map();
    for (const {length, ...one} of modules) {
      if (stateOf(one.path) !== one.state) return none;
      const [start, end] = [at, at + length];
      kept.set(one.url, {...one, source: () => bytes.utf8Slice(start, end)});
      at = end;
    }
    return kept;
  } catch {
    return none;
  }
}

/** In one step, because other processes may read the file. If it can't be written, nothing is lost. */
function writeModules(file, modules) {
  const unfinished = `${file}.${process.pid}`;
  try {
    const sources = modules.map(({source}) => Buffer.from(source()));
    const listed = modules.map(({source: _, ...one}, place) => ({...one, length: sources[place].length}));
    const list = Buffer.from(JSON.stringify({maker: stateOf(import.meta.filename), modules: listed}));
    const body = Buffer.concat([list, ...sources]);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(list.length, 0);
    head.writeUInt32LE(crc32(body), 4);
    writeFileSync(unfinished, Buffer.concat([head, body]));
    renameSync(unfinished, file);
  } catch {
    rmSync(unfinished, {force: true});
  }
}
