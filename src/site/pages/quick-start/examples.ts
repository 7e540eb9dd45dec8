// The examples of the quick start: one slice in four programs. Each example is complete.
//
// They read codes as text: the code of a territory may begin with a zero, which a number would lose.

import type {Language} from "../../words/language.ts";

export interface ExampleSlice {
  /** Without the query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The parameter by which labels are in the language of the page; without it they are as published. */
export function labelsLanguage(language: Language): Readonly<Record<string, string>> {
  return language === "en" ? {lang: "en"} : {};
}

export function curlExample({url, query}: ExampleSlice, token: string): string {
  return `curl -H "Authorization: Bearer ${token}" \\\n  "${url}?${queryOf(query)}"`;
}

export function pythonExample({url, query}: ExampleSlice, token: string): string {
  return `import pandas as pd

url = "${url}?${queryOf(query)}"
data = pd.read_csv(
    url,
    sep=";",
    storage_options={"Authorization": "Bearer ${token}"},
    dtype={"class": str, "geo": str},
    parse_dates=["period", "as_of"],
)
print(data[["period", "geo_label", "value"]].tail())`;
}

export function rExample({url, query}: ExampleSlice, token: string): string {
  return `address <- "${url}?${queryOf(query)}"
data <- read.csv(
  url(address, headers = c(Authorization = "Bearer ${token}")),
  sep = ";", encoding = "UTF-8", colClasses = c(geo = "character")
)
data$period <- as.Date(data$period)
tail(data[, c("period", "geo_label", "value")])`;
}

export function excelExample({url, query}: ExampleSlice, token: string): string {
  const fields = Object.entries(query).map(([name, value]) => `${name} = "${value}"`);
  return `let
  File = Web.Contents("${url}", [
    Query = [${fields.join(", ")}],
    Headers = [Authorization = "Bearer ${token}"]
  ]),
  Rows = Csv.Document(File, [Delimiter = ";", Encoding = 65001]),
  Named = Table.PromoteHeaders(Rows),
  Data = Table.TransformColumnTypes(Named, {{"period", type date}, {"value", type number}}, "en-US")
in
  Data`;
}

function queryOf(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}`)
    .join("&");
}
