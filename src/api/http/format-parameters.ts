// `format` and `bom` as parameters: JSON, or CSV with or without a byte order mark.
import {Type} from "typebox";

export const FORMAT = Type.Optional(
  Type.String({pattern: "^(json|csv)$", default: "json", description: "form of the answer: `json` or `csv`"}),
);
export const BOM = Type.Optional(
  Type.Integer({minimum: 0, maximum: 1, default: 0, description: "CSV: 1 puts a byte order mark first"}),
);
