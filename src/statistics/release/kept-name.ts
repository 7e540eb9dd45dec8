// The choice between two names of one code when a later release gives another.
//
// A code given as its own name does not count as a name: a source that loses its names once must not remove the known ones.

/**
 * Whether the older name of a code is kept.
 * @param isPartial the later release brings a part of its dataset and renames nothing
 */
export function keepsOlderName(code: string, older: string, newer: string, isPartial = false): boolean {
  return older !== code && (isPartial || newer === code);
}
