// The catalogue of datasets as DCAT 3 in JSON-LD, and what schema.org calls a download: for portals and search engines that harvest them.
//
// An absent member says that nothing is known: no licence is ever assumed.

export interface CatalogueFile {
  readonly name: string;
  readonly address: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface CatalogueDataset {
  readonly provider: string;
  readonly code: string;
  readonly name: string;
  readonly providerName: string;
  readonly changedAt: string;
  readonly sourceUrl: string | null;
  /** YYYY-MM-DD; null: it has no values. */
  readonly first: string | null;
  readonly last: string | null;
  /** SPDX identifier or address. */
  readonly licence: string | null;
  /** Of the newest version. */
  readonly files: readonly CatalogueFile[];
}

export const CATALOGUE_CONTEXT = {
  dcat: "http://www.w3.org/ns/dcat#",
  dct: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  spdx: "http://spdx.org/rdf/terms#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
} as const;

/** The address of a licence: that of its SPDX identifier, or itself. */
function licenceAddress(licence: string): string {
  return /^[A-Za-z0-9.+-]+$/.test(licence) ? `https://spdx.org/licenses/${licence}` : licence;
}

const typed = (type: string, value: string) => ({"@type": `xsd:${type}`, "@value": value});
const at = (address: string) => ({"@id": address});

/** A dcat:Dataset. @param base scheme and host, without a slash at the end */
export function dcatDataset(base: string, dataset: CatalogueDataset): object {
  const {provider, code, name, providerName, changedAt, sourceUrl, first, last, licence, files} = dataset;
  const page = `${base}/datasets/${encodeURIComponent(provider)}/${encodeURIComponent(code)}`;
  const rights = isAddress(licence) ? {"dct:license": at(licenceAddress(licence!))} : licenceWords(licence);
  return {
    "@id": page,
    "@type": "dcat:Dataset",
    "dct:identifier": `${provider}/${code}`,
    "dct:title": name,
    "dct:publisher": {"@type": "foaf:Agent", "foaf:name": providerName},
    "dct:modified": typed("dateTime", changedAt),
    ...rights,
    ...(first !== null &&
      last !== null && {
        "dct:temporal": {
          "@type": "dct:PeriodOfTime",
          "dcat:startDate": typed("date", first),
          "dcat:endDate": typed("date", last),
        },
      }),
    "dcat:landingPage": at(page),
    ...(sourceUrl !== null && {"dct:source": at(sourceUrl)}),
    "dcat:distribution": [
      {
        "@type": "dcat:Distribution",
        "dct:title": "slices by the API",
        "dcat:accessURL": at(`${base}/api/v1/data?dataset=${provider}/${code}&geo=all`),
        "dcat:mediaType": at(mediaType("application/json")),
        ...rights,
      },
      ...files.map((file) => ({
        "@type": "dcat:Distribution",
        "dct:title": file.name,
        "dcat:accessURL": at(`${base}/api/v1/files/${provider}/${code}/latest/${file.name}`),
        "dcat:downloadURL": at(`${base}${file.address}`),
        "dcat:mediaType": at(mediaType(file.media_type)),
        "dcat:byteSize": typed("nonNegativeInteger", String(file.bytes)),
        "spdx:checksum": {
          "@type": "spdx:Checksum",
          "spdx:algorithm": at("spdx:checksumAlgorithm_sha256"),
          "spdx:checksumValue": typed("hexBinary", file.sha256),
        },
        ...rights,
      })),
    ],
  };
}

/** The members `license` and `distribution` of a schema.org Dataset. */
export function schemaOrgDownloads(base: string, licence: string | null, files: readonly CatalogueFile[]): object {
  return {
    ...(licence !== null && {license: isAddress(licence) ? licenceAddress(licence) : licence}),
    ...(files.length > 0 && {
      distribution: files.map(({name, address, media_type, bytes, sha256}) => ({
        ...{"@type": "DataDownload", name, encodingFormat: media_type, contentUrl: `${base}${address}`},
        ...{contentSize: `${bytes} B`, sha256},
      })),
    }),
  };
}

/** An SPDX identifier has an address too. */
function isAddress(licence: string | null): boolean {
  return licence !== null && /^(?:https?:\/\/\S+|[A-Za-z0-9.+-]+)$/.test(licence);
}

/** A licence in words is a text about rights. */
function licenceWords(licence: string | null): object {
  return licence === null ? {} : {"dct:rights": licence};
}

function mediaType(type: string): string {
  return `https://www.iana.org/assignments/media-types/${type}`;
}
