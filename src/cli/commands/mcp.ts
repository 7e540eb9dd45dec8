// `ryad mcp`: the tools of language models over standard input and output, from a data folder or from a service elsewhere.
//
// Standard output belongs to the protocol: not a line of anything else may come there.

import type {ApiCall} from "../../api/mcp/api-call.ts";
import {readVersion} from "../../reference/reference.ts";
import {Refusal} from "../../service/refusal.ts";
import type {Settings} from "../../settings/settings.ts";
import {createCatalogueCache} from "../../store/series/catalogue-cache.ts";
import {createAccountService, servedStore} from "../../store/served-store.ts";
import {type Command, DATA_OPTION, DONE, option, textOption} from "../command.ts";
import {withStore} from "../open-store.ts";

export const mcp: Command = {
  name: "mcp",
  options: {
    data: DATA_OPTION,
    url: option("URL", "a service in the place of the data folder, with the token in RYAD_TOKEN if it wants one"),
  },
  summary: "answers a language model over standard input and output (docs/models.md)",
  details: ["The program of the model starts this command; in a terminal it waits for messages until its input ends."],
  async run(call) {
    const url = textOption(call, "url");
    if (url !== null) await serveModel(await callOfService(url), url.replace(/\/+$/, ""));
    else await withStore(call.settings, "read", (store) => serveStore(store, call.settings));
    return DONE;
  },
};

async function serveStore(store: Parameters<typeof servedStore>[0], settings: Settings): Promise<void> {
  const {buildServer} = await import("../../api/server.ts");
  const {createEvidenceDesk} = await import("../../load/evidence/reader-queue.ts");
  const emit = (): void => {};
  const evidence = createEvidenceDesk(store);
  const catalogues = createCatalogueCache(settings.catalogueMemory * 2 ** 20, emit);
  const server = buildServer({
    store: servedStore(store, createAccountService(store, emit)),
    settings,
    emit,
    evidence,
    catalogues,
  });
  try {
    await server.ready();
    await serveModel(server.askOpenly, settings.publicUrl ?? "");
  } finally {
    await server.close();
    await evidence.close();
  }
}

/** Until the input ends. */
async function serveModel(call: ApiCall, base: string): Promise<void> {
  const {createModelServer, loadProtocol} = await import("../../api/mcp/model-server.ts");
  const protocol = await loadProtocol();
  const {serveStdio} = await import("@modelcontextprotocol/server/stdio");
  const handle = serveStdio(() => createModelServer(protocol, {call, base}, readVersion()));
  await new Promise<void>((resolve) => void process.stdin.once("end", resolve).once("close", resolve));
  await handle.close();
}

/** Throws a Refusal for what is no address of the web. */
async function callOfService(url: string): Promise<ApiCall> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Refusal(`--url has to be an address that begins with http, not "${url}"`);
  const {answerSize: sizeOf} = await import("../../api/mcp/api-call.ts");
  const token = process.env["RYAD_TOKEN"];
  return async (address, method) => {
    const headers: Record<string, string> = token ? {authorization: `Bearer ${token}`} : {};
    const response = await fetch(new URL(address, url), {method, headers});
    const size = sizeOf((name) => response.headers.get(name));
    return {status: response.status, body: await response.json().catch(() => null), ...size};
  };
}
