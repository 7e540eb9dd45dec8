// Units written in signs: "°C", "m/s", "kWh", "µg/m³", also one letter.
//
// A sign is the same in every language, so it needs no list. Its letters have a case: mW is no MW. "N/A" and "y/y" only look like signs.
import {MISSING_WORDS} from "./plain-table-words.ts";

/** Whether a text is made of signs of the SI, of units used with it, and of a formula behind a mass ("MtC/yr"). */
export function isUnitSign(text: string): boolean {
  const sign = text.trim();
  if (!SIGNS.test(sign) || MISSING_WORDS.test(sign)) return false;
  const [over, under] = sign.split("/");
  return over !== under;
}

const PREFIX = "(?:da|[yzafpnuµμmcdhkMGTPEZY])?";
const NAMED = "(?:mol|cd|Hz|Pa|ohm|Wb|lm|lx|Bq|Gy|Sv|kat|min|ha|eV|bar|cal|rad|sr|Wh|VA|dB|[mgsAKNJWCVFΩSTHLlhdB])";
const MASS = "t(?:C|CO[2₂](?:eq|e)?)?";
const ALONE = "(?:°(?:\\s?[CFK])?|[%‰′″]|pp[mbt]|yr|y|a)";
const POWER = "(?:\\^?[-−]?[1-9]|⁻?[¹²³⁴])?";
const ONE = `(?:${ALONE}|${PREFIX}(?:${NAMED}|${MASS}))${POWER}`;
const SIGNS = new RegExp(`^(?:1/)?${ONE}(?:\\s?[/·*.⋅×]\\s?(?:${ONE}|day|month|year)){0,3}$`, "u");
