// A generated EMISS export of any size, in the format of real ones: one Obs per Series, the years of a month in a row, tabs and CR LF.
import {randomNumbers, randomWalk} from "./random-history.ts";
import {createLargeFile, FIRST_YEAR, REGIONS, YEARS} from "./source-files.ts";

const MONTHS = "январь,февраль,март,апрель,май,июнь,июль,август,сентябрь,октябрь,ноябрь,декабрь".split(",");

/** Writes about this number of bytes, rounded up to a whole kind of goods. Returns the number of values. */
export function writeSdmxFile(path: string, bytes: number): number {
  const random = randomNumbers(61);
  const file = createLargeFile(path);
  file.write(head());
  let values = 0;
  for (let kind = 1; file.written() < bytes; kind++) {
    for (const region of REGIONS) {
      const walk = randomWalk(random);
      for (const month of MONTHS) {
        for (let year = FIRST_YEAR; year < FIRST_YEAR + YEARS; year++) {
          file.write(series(kind, region, month, year, walk.rounded(walk())));
          values++;
        }
      }
    }
  }
  file.write("</DataSet>\r\n</GenericData>\r\n");
  file.close();
  return values;
}

function head(): string {
  const schemas = "http://www.SDMX.org/resources/SDMXML/schemas/v1_0";
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<GenericData xmlns="${schemas}/message" xmlns:generic="${schemas}/generic" xmlns:structure="${schemas}/structure">`,
    "<Header><ID>-1</ID><Prepared>2026-01-19T06:00:00</Prepared></Header>",
    '<CodeLists><structure:CodeList id="s_OKATO"><structure:Name xml:lang="ru">ОКАТО</structure:Name></structure:CodeList></CodeLists>',
    '<Description Id="signObj"><Indicator id="99001" name="Средняя цена"><LastUpdate value="2026-01-19T06:00:00"/></Indicator></Description>',
    "<DataSet>\r\n",
  ].join("\r\n");
}

function series(kind: number, region: string, month: string, year: number, value: number): string {
  return `\t<generic:Series>\r
\t\t<generic:SeriesKey>\r
\t\t\t<generic:Value concept="s_OKATO" value="${region}"/>\r
\t\t\t<generic:Value concept="s_vid" value="${kind}"/>\r
\t\t</generic:SeriesKey>\r
\t\t<generic:Attributes>\r
\t\t\t<generic:Value concept="EI" value="рубль"/>\r
\t\t\t<generic:Value concept="PERIOD" value="${month}"/>\r
\t\t</generic:Attributes>\r
\t\t<generic:Obs>\r
\t\t\t<generic:Time>${year}</generic:Time>\r
\t\t\t<generic:ObsValue value="${String(value).replace(".", ",")}"/>\r
\t\t</generic:Obs>\r
\t</generic:Series>\r
`;
}
