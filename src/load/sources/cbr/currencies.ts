// Currencies by the Bank of Russia's own identifiers: what the class of a rate is called.
//
// The Bank names a currency by the number it quotes ("Армянских драмов" for a hundred of them); rates here are for one, so our list
// says the singular. A currency that it does not have keeps the Bank's name.
import {readCurrencies} from "../../../reference.ts";
import type {ClassLabel} from "../../../statistics/release/release.ts";

export interface CurrencyNames {
  /** "USD"; empty where the file does not say. */
  readonly letters: string;
  readonly name: string;
}

/** The label of a currency; null where neither our list nor the file names it. */
export function currencyLabel(id: string, written: CurrencyNames | null): ClassLabel | null {
  const known = readCurrencies().get(id);
  const letters = known?.letters ?? written?.letters ?? "";
  const name = known?.name ?? written?.name ?? "";
  if (name === "") return null;
  return {code: id, name: letters === "" ? name : `${name} (${letters})`, note: null};
}
