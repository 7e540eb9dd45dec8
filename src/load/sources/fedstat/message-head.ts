// The head of an EMISS message: its code lists and the description of the indicator, everything before the data.
//
// Only the fields below are read. All others, especially names, phones and addresses of responsible persons, never leave the parser
// (FIX-fedstat-05).

export interface MessageCodeList {
  readonly id: string;
  name: string;
  /** Label by code, without codes that have no label. */
  readonly labels: Map<string, string>;
}

export class MessageHead {
  readonly codeLists = new Map<string, MessageCodeList>();
  /** EMISS number of the indicator; empty until it is read. */
  indicator = "";
  name = "";
  /** YYYY-MM-DDThh:mm:ss as written, or empty. */
  lastUpdate = "";
  /** dd.mm.yyyy as written; never empty texts. */
  readonly nextReleases: string[] = [];
  methodology = "";
  organization = "";
  department = "";
  comment = "";
}

export interface HeadReader {
  readonly head: MessageHead;
  /** Whether the text of the element that was just opened is needed. */
  open(kind: string, attributes: Readonly<Record<string, string>>): boolean;
  close(kind: string, text: string): void;
}

/** `kind` is the element's name without prefix. */
export function createHeadReader(): HeadReader {
  const head = new MessageHead();
  let inCodeLists = false;
  let codeList: MessageCodeList | null = null;
  let code: string | null = null;
  let muted = false;

  const openInCodeLists = (kind: string, attributes: Readonly<Record<string, string>>): boolean => {
    if (kind === "CodeList") {
      const id = attributes["id"] ?? "";
      codeList = head.codeLists.get(id) ?? {id, name: "", labels: new Map()};
      head.codeLists.set(id, codeList);
      code = null;
    } else if (kind === "Code") code = attributes["value"] ?? null;
    // Only the label of a code and the name of its list: a section outside the lists is an element Description too.
    return (kind === "Description" && code !== null) || (kind === "Name" && code === null);
  };
  const openInDescription = (kind: string, attributes: Readonly<Record<string, string>>): boolean => {
    if (kind === "Responsible") muted = true;
    if (muted) return false;
    const value = attributes["value"] ?? "";
    if (kind === "Indicator") {
      head.indicator = (attributes["id"] ?? "").trim();
      head.name = attributes["name"] ?? "";
    } else if (kind === "LastUpdate") head.lastUpdate = value.trim();
    else if (kind === "Methodology") head.methodology = value;
    else if (kind === "Organization") head.organization = value;
    else if (kind === "Department") head.department = value;
    else if (kind === "Comment") head.comment = value;
    else if (kind === "Periodicity") {
      const next = (attributes["next-release"] ?? "").trim();
      if (next !== "") head.nextReleases.push(next);
    }
    return false;
  };

  return {
    head,
    open(kind, attributes) {
      if (kind === "CodeLists") inCodeLists = true;
      return inCodeLists ? openInCodeLists(kind, attributes) : openInDescription(kind, attributes);
    },
    close(kind, text) {
      if (kind === "CodeLists") inCodeLists = false;
      if (kind === "Responsible") muted = false;
      if (!inCodeLists || codeList === null) return;
      if (kind === "Description" && code !== null) codeList.labels.set(code, text);
      if (kind === "Name" && code === null) codeList.name = text;
      if (kind === "Code") code = null;
    },
  };
}
