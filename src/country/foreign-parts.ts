// Words for parts of a year in the languages of other offices: they are never read, but a text that has one names no whole year.
//
// Whole words alone: abbreviations of three letters are words of other languages ("set", "out", "dic").
import {once} from "../reference/reference.ts";

const MONTHS = [
  "january february march april may june july august september october november december",
  "janvier février fevrier mars avril mai juin juillet août aout septembre octobre novembre décembre decembre",
  "januar jänner februar märz juni juli oktober dezember",
  "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre",
  "gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre",
  "janeiro fevereiro março marco maio junho julho setembro outubro novembro dezembro",
  "januari februari maart mei augustus augusti maj marts desember tammikuu",
  "styczeń luty marzec kwiecień czerwiec lipiec sierpień wrzesień październik listopad grudzień",
];
const PARTS =
  "quarters? quartals? quartale? trimestres? trimestri trimestre semestres? semestri semesters? halbjahre? half-years? kwartały? kwartal kvartal vierteljahre? weeks? semaines? wochen? semanas? settimane? months? monate? meses mesi";

const PATTERN = once(
  () => new RegExp(`(?<!\\p{L})(?:${[...MONTHS, PARTS].join(" ").replaceAll(" ", "|")})(?!\\p{L})`, "iu"),
);

export function namesForeignPart(text: string): boolean {
  return PATTERN().test(text);
}
