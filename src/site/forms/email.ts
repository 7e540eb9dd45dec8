// Email addresses in one form, lower case: accounts and letters use the same.
//
// A letter goes to the folded address, never to the typed one. The Kelvin sign folds to "k", so a letter to the typed address could
// give one person's account to another.

const MAX_LENGTH = 254;

/** Only with a dot in the host: other names exist in one network alone, so an answer could not be sent. */
export function readAnswerableEmail(text: string): string | null {
  const email = readEmail(text);
  return email?.includes(".", email.indexOf("@")) ? email : null;
}

/** null: not an address. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  const shape =
    /^[^\s@,;:<>()[\]\\"\p{C}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
  return email.length <= MAX_LENGTH && shape.test(email) && email === email.toLowerCase() ? email : null;
}
