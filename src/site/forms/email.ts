// An address as it is written to and as accounts are kept under it: one form, in lower case, for both.
//
// The letter goes to the folded address, never to the one that was typed: "K" of Kelvin folds to "k", and a letter to the typed address
// would hand one person's account to another.

const MAX_LENGTH = 254;

/** As readEmail, of a host with a dot: a name that only one machine or network knows is no place to answer to. */
export function readAnswerableEmail(text: string): string | null {
  const email = readEmail(text);
  return email?.includes(".", email.indexOf("@")) ? email : null;
}

/** null: it can't be an address. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  const shape =
    /^[^\s@,;:<>()[\]\\"\p{C}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
  return email.length <= MAX_LENGTH && shape.test(email) && email === email.toLowerCase() ? email : null;
}
