// The writings of countries that well-kept lists have (ISO 3166, UN M49, World Bank, IMF), and names of what is no country of today.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {readCountryCodes} from "../reference/reference.ts";
import {worldTerritory} from "./world-territories.ts";

/** The code of ISO 3166, then writings. */
const WRITINGS = [
  "AE|United Arab Emirates|Utd. Arab Em.",
  "AF|Afghanistan, Islamic Rep. of|Islamic Republic of Afghanistan",
  "AM|Armenia, Rep. of",
  "AS|American Samoa|Samoa, American",
  "AW|Aruba, Kingdom of the Netherlands",
  "AZ|Azerbaijan, Republic of",
  "BA|Bosnia & Herzegovina|Bosnia-Herzegovina",
  "BF|Upper Volta",
  "BH|Bahrain, Kingdom of",
  "BL|Saint-Barthélemy",
  "BN|Brunei Darussalam|Brunei",
  "BO|Bolivia (Plurinational State of)|Bolivia, Plurinational State of|Bolivia",
  "BQ|Bonaire, Sint Eustatius and Saba|Caribbean Netherlands",
  "BS|Bahamas, The|The Bahamas|Bahamas",
  "BY|Belarus, Rep. of|Byelorussia",
  "CC|Cocos (Keeling) Islands|Cocos Islands",
  "CD|Congo, Dem. Rep.|Democratic Republic of the Congo|Dem. Rep. of the Congo|Congo, Democratic Republic of the|Congo (Democratic Republic of the)|Congo, D.R.|D.R. Congo|Congo DR|Zaire",
  "CF|Central African Rep.",
  "CG|Congo, Rep.|Congo, Republic of|Republic of Congo|Rep. of the Congo|Congo",
  `CI|Côte d'Ivoire|Côte d’Ivoire|Cote d\`Ivoire|Cote d´Ivoire|Cote d‘Ivoire|Cote dʼIvoire|Côte dʻIvoire|Côte d′Ivoire|Cote dIvoire|Cote d Ivoire|Ivory Coast`,
  `CN|China, P.R.: Mainland|China, People's Republic of|China (mainland)|P.R. China`,
  "CV|Cape Verde|Cabo Verde",
  "CW|Curaçao|Curacao",
  "CZ|Czech Republic|Czech Rep.|Czechia",
  "DE|Germany, Federal Republic of|Federal Republic of Germany",
  "DO|Dominican Rep.",
  "EG|Egypt, Arab Rep.|Egypt, Arab Republic of|Arab Republic of Egypt",
  "ET|Ethiopia, The Federal Dem. Rep. of",
  "FJ|Fiji, Rep. of",
  "FK|Falkland Islands (Malvinas)|Falkland Is. (Malvinas)",
  "FM|Micronesia, Fed. Sts.|Micronesia (Federated States of)|Federated States of Micronesia|Micronesia, Fed. States of",
  "FO|Faeroe Islands|Faroe Is.",
  "GB|United Kingdom of Great Britain and Northern Ireland|U.K.|Great Britain",
  "GM|Gambia, The|The Gambia|Gambia",
  "GQ|Equatorial Guinea, Rep. of",
  "GW|Guinea Bissau",
  "HK|Hong Kong SAR, China|China, Hong Kong SAR|China, P.R.: Hong Kong|China, Hong Kong Special Administrative Region|Hong Kong Special Administrative Region|Hong Kong, China",
  "HM|Heard and McDonald Islands",
  "IE|Ireland, Republic of",
  "IR|Iran, Islamic Rep.|Iran (Islamic Republic of)|Iran, I.R. of|Iran",
  "KG|Kyrgyz Republic|Kyrgyz Rep.|Kirgizstan",
  "KM|Comoros, Union of the",
  "KN|St. Kitts and Nevis|Saint Kitts & Nevis|St. Kitts-Nevis",
  `KP|Korea, Dem. People's Rep.|Korea, Dem. People’s Rep.|Korea (Democratic People's Republic of)|Dem. People's Rep. of Korea|Korea, D.P.R. of|DPR Korea|North Korea|Korea, North|KOREA (NORTH)`,
  "KR|Korea, Rep.|Korea, Rep. of|Republic of Korea|Korea (Republic of)|Korea Republic|South Korea|Korea, South",
  `LA|Lao PDR|Lao P.D.R.|Lao People's Democratic Republic|Lao People's Dem. Rep.|Laos`,
  "LC|St. Lucia|Saint Lucia",
  "LY|LIBYAN ARAB JAMAHIRIYAH|Libyan Arab Jamahiriya",
  "MD|Moldova, Rep.|Republic of Moldova|Moldova (Republic of)|Moldova",
  "MF|St. Martin (French part)|Saint-Martin (French part)",
  "MH|Marshall Islands, Rep. of the|Marshall Is.",
  "MK|Macedonia, FYR|The former Yugoslav Republic of Macedonia|Macedonia (the former Yugoslav Republic of)|TFYR of Macedonia|North Macedonia, Republic of|Macedonia",
  "MM|Burma|Myanmar (Burma)",
  "MO|Macao SAR, China|China, Macao SAR|China, P.R.: Macao|Macau",
  "MP|Northern Mariana Is.",
  "MR|Mauritania, Islamic Republic of",
  "NL|Netherlands, The|Netherlands (Kingdom of the)",
  "PM|St. Pierre & Miquelon|Saint-Pierre-et-Miquelon",
  "PS|West Bank and Gaza|OCCUPIED PALESTINIAN TERRITORY|Palestinian Territory, Occupied|Palestine, State of",
  "RE|Reunion|La Réunion",
  "RS|Serbia, Republic of",
  "SH|St. Helena, Ascension & Tristan da Cunha",
  "SK|Slovak Republic|Slovak Rep.",
  "SO|Somalia, Fed. Rep.",
  "SS|South Sudan, Rep. of",
  "ST|São Tomé and Príncipe, Dem. Rep. of|Sao Tome & Principe",
  "SX|Sint Maarten (Dutch part)|St. Maarten (Dutch part)",
  "SY|Syrian Arab Republic|Syrian Arab Rep.|Syria",
  "SZ|Swaziland|Eswatini, Kingdom of",
  "TC|Turks & Caicos Is.",
  "TL|Timor-Leste, Dem. Rep. of|Timor Leste|East Timor",
  "TR|Turkiye|Türkiye|Türkiye, Rep. of|Turkey",
  "TW|Taiwan, Province of China|Taiwan Province of China|Chinese Taipei|Taiwan, China",
  "TZ|Tanzania, United Rep.|United Republic of Tanzania|Tanzania, United Republic of|Tanzania",
  "US|United States of America|U.S.A.|United States (US)",
  "VA|Holy See (Vatican City State)|Vatican City",
  "VC|St. Vincent and the Grenadines|St. Vincent & Grenadines",
  "VE|Venezuela, RB|Venezuela (Bolivarian Republic of)|Venezuela, Rep. Bol.|Venezuela, R.B. de|Venezuela",
  "VG|British Virgin Islands|Virgin Islands, British",
  "VI|Virgin Islands (U.S.)|US Virgin Islands|U.S. Virgin Islands|Virgin Islands, U.S.|United States Virgin Islands",
  "VN|Viet Nam|Vietnam|Viet-Nam",
  "WF|WALLIS AND FUTUNA ISLANDS|Wallis & Futuna",
  "XK|Kosovo (under UNSCR 1244)|Kosovo, Rep. of",
  "YE|Yemen, Rep.|Yemen, Republic of",
];

test("countries are known by the writings of ISO 3166, the United Nations, the World Bank and the IMF, former names and every apostrophe [territory.writings]", () => {
  const pairs = WRITINGS.flatMap((line) => {
    const [code, ...names] = line.split("|");
    return names.map((name) => [name, code] as const);
  });
  assert.ok(pairs.length >= 120);
  const wrong = pairs.flatMap(([name, code]) => {
    const found = worldTerritory(name)?.canonical ?? null;
    return found === code ? [] : [[name, code, found]];
  });
  assert.deepEqual(wrong, []);
});

test("each of the countries is known by its code and its names in any order of their words [territory.writings]", () => {
  const all = readCountryCodes();
  assert.equal(all.length, 249);
  const country = fc.constantFrom(...all);
  const shuffled = country.chain((one) =>
    fc.constantFrom(...one.names).chain((name) => {
      // a phrase that is abbreviated keeps its order
      if (name.includes("Special Administrative")) return fc.constant({one, text: name});
      const words = name.replace(/[()]/g, "").split(/[ ,]+/);
      return fc.shuffledSubarray(words, {minLength: words.length}).map((order) => ({one, text: order.join(" ")}));
    }),
  );
  fc.assert(
    fc.property(shuffled, ({one, text}) => {
      assert.equal(worldTerritory(text)?.code, worldTerritory(one.two)!.code);
    }),
  );
});

test("a state that is no more, a part of a country and a name that two share name no country [territory.writings]", () => {
  const names =
    "Yugoslavia|Czechoslovakia|USSR|East Germany|Germany, West|Yemen, Arab Rep.|Yemen, Dem.|Vietnam, Republic of|Sudan (former)|Serbia and Montenegro|Netherlands Antilles|Northern Ireland|Virgin Islands|Virgin Is.|Guinea, New|Islands|Republic|Dem. Rep.|Islamic Republic|Rep.|Fed.|St.";
  for (const name of names.split("|")) assert.equal(worldTerritory(name), null, name);
});
