// What a package or a descriptor may declare of its dataset: codes that stand in addresses, and addresses that pages link to.

/** Why the text can't be the code of a provider or a dataset; null: it can. */
export function datasetCodeProblem(code: string): string | null {
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(code)) return `must be 1 to 64 of A-Z a-z 0-9 _ . -, not ${JSON.stringify(code)}`;
  return code === "all" || /^\.+$/.test(code) ? `must not be ${JSON.stringify(code)}` : null;
}

/** Why the text can't be the address of a source; null: it can. */
export function addressProblem(url: string): string | null {
  return URL.canParse(url) && /^(https?|ftp):/i.test(url) ? null : "must be an http, https or ftp address";
}
