// Faults that the generated types must reject: each line has one, and the compiler fails if it sees none.
import type {Client} from "openapi-fetch";
import type {components, paths} from "./generated/api.ts";

export async function faults(
  client: Client<paths, "application/json">,
  series: components["schemas"]["Series"],
): Promise<void> {
  // @ts-expect-error no such route
  await client.GET("/api/v1/nothing");
  // @ts-expect-error the dataset is missing
  await client.GET("/api/v1/data", {params: {query: {}}});
  // @ts-expect-error no such frequency
  await client.GET("/api/v1/data", {params: {query: {dataset: "gdp", freq: ["X"]}}});
  // @ts-expect-error a limit is a number
  await client.GET("/api/v1/data", {params: {query: {dataset: "gdp", limit: "10"}}});
  // @ts-expect-error the series is missing
  await client.GET("/api/v1/series/{series_key}/evidence");
  // @ts-expect-error no such level
  await client.GET("/api/v1/reference/geo", {params: {query: {level: "town"}}});
  // @ts-expect-error no such member
  series.name;
  // @ts-expect-error may be null
  series.continues_as.length;
  // @ts-expect-error may be absent
  series.classification.length;
}
