// The choice between two names of one code, if a later release gives another name.
//
// A name that equals the code is not a name: a source that once loses its names must not remove the known ones.

/**
 * Whether the older name of a code is kept.
 * @param isPartial the later release is a part of its dataset and renames nothing
 */
export function keepsOlderName(code: string, older: string, newer: string, isPartial = false): boolean {
  return older !== code && (isPartial || newer === code);
}
