// The largest requests of SDMX: they follow the paths of the standard, so the OpenAPI document does not have them.

interface SdmxRequest {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const FORMATS = [
  "application/vnd.sdmx.genericdata+xml;version=2.1",
  "application/vnd.sdmx.structurespecificdata+xml;version=2.1",
  "application/vnd.sdmx.data+csv;version=1.0.0",
  "application/vnd.sdmx.data+json;version=1.0.0",
];

/** @param datasets as `provider/dataset` @param codes lists of as many classes as an address may name */
export function* ofSdmx(datasets: readonly string[], codes: readonly string[]): Generator<SdmxRequest> {
  const at = (path: string, accept = ""): SdmxRequest => ({
    name: `${path.slice(0, 100)} ${accept}`,
    path,
    headers: accept === "" ? {} : {accept},
  });
  for (const path of ["dataflow", "dataflow?references=all", "codelist", "conceptscheme", "categoryscheme"])
    yield at(`/sdmx/2.1/${path}`);
  yield at("/sdmx/v2/structure/dataflow");
  for (const dataset of datasets) {
    const flow = dataset.replace("/", "--");
    for (const references of ["none", "all", "descendants", "parentsandsiblings"])
      yield at(`/sdmx/2.1/dataflow/all/${flow}/latest?references=${references}`);
    yield at(`/sdmx/2.1/datastructure/all/DSD_${flow}/latest?references=all`);
    yield at(`/sdmx/2.1/availableconstraint/${flow}`);
    for (const more of ["", "detail=serieskeysonly", "includeHistory=true", "lastNObservations=1"])
      yield at(`/sdmx/2.1/data/${flow}/all?${more}`);
    for (const list of codes) {
      const selected = `${flow}/*/*?c[CLASS]=${encodeURIComponent(list)}`;
      yield at(`/sdmx/v2/availability/dataflow/all/${selected}`);
      for (const accept of FORMATS) yield at(`/sdmx/v2/data/dataflow/all/${selected}`, accept);
      yield at(`/sdmx/v2/data/dataflow/all/${selected}&includeHistory=true`);
    }
  }
}
