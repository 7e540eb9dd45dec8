// fetch: a series as one document: the form in which research assistants read what a search found, with one text as the only argument.
import {Type} from "typebox";
import {seriesPage} from "../given-value.ts";
import {defineTool} from "../tool.ts";
import {DATA_TOOL} from "./data.ts";

export const FETCH_TOOL = defineTool<{readonly id: string}>({
  name: "fetch",
  title: "A series as a document",
  description: "Gives a series found by search as one text: title, unit, latest values with their claims.",
  input: Type.Object({id: Type.String({description: "id from search"})}),
  async run(context, {id}) {
    const {text, data} = await DATA_TOOL.run(context, {series: [id]} as never);
    const [series] = data["series"] as readonly {readonly title: string}[];
    const document = {id, title: series!.title, text, url: seriesPage(context, id)};
    return {text: JSON.stringify(document), data: document};
  },
});
