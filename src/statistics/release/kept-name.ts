// Which of two names of one code holds when a later release gives another.
//
// A code that is given as its own name is no name: a source that lost its words for once must not take those that are known away.

/**
 * Whether the older name of a code is kept.
 * @param isPartial the later release brings a part of its dataset and renames nothing
 */
export function keepsOlderName(code: string, older: string, newer: string, isPartial = false): boolean {
  return older !== code && (isPartial || newer === code);
}
