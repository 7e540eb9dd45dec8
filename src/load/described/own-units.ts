// The units of a descriptor: they are read by their whole text, before the country's lists.
//
// A unit of one's own has the code of its name, as every unit has, and no number of OKEI. Its case counts where two of them differ by nothing
// else: mW is no MW.
import type {Country} from "../../country/country.ts";
import {folded} from "../../country/plain-text.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import type {Descriptor} from "./descriptor/descriptor.ts";

/** The country, whose lists of units have those of the descriptor too. */
export function withOwnUnits(country: Country, own: Descriptor["units"]): Country {
  if (own === undefined) return country;
  const byText = new Map<string, UnitLabel>();
  const byFolded = new Map<string, UnitLabel | null>();
  for (const [text, {name, mult = 1}] of Object.entries(own)) {
    const unit = country.units.known(name) ?? {code: name.replaceAll(" ", "_"), name, okei: null, mult};
    for (const spelling of [text, name]) {
      const lower = folded(spelling).toLowerCase();
      const other = byFolded.get(lower);
      byText.set(folded(spelling), unit);
      byFolded.set(lower, other === undefined || other?.code === unit.code ? unit : null);
    }
  }
  const ownUnit = (text: string): UnitLabel | null =>
    byText.get(folded(text)) ?? byFolded.get(folded(text).toLowerCase()) ?? null;
  const {units} = country;
  return {
    ...country,
    units: {
      ...units,
      known: (text) => ownUnit(text) ?? units.known(text),
      inside: (text) => ownUnit(text.replace(/^\((.*)\)$/, "$1")) ?? units.inside(text),
    },
  };
}
