// The providers' own lists of indicators that can be read. Their parsers are loaded only for a listing. They use load/listing, so their names
// can't stand there.
export async function readableListings() {
  const {agencyList, indicatorTree, openDataList} = await import("./fedstat/emiss-lists.ts");
  return [indicatorTree, agencyList, openDataList] as const;
}
