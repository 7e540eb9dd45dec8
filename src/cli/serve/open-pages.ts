// The site of a server: with what the operator chose for it, and the acts of the operator's desk. A single process and a worker open it alike.
import type {Settings} from "../../settings/settings.ts";
import {readSiteFile} from "../../settings/site-file.ts";
import type {Mail} from "../../site/mail/mail.ts";
import {createSite, type Site} from "../../site/site.ts";
import {storeEnvironment} from "./child-command.ts";
import {createOperatorDesk} from "./operator-desk.ts";
import {createTableLoader} from "./table-loader.ts";

type Given = Omit<Parameters<typeof createSite>[0], "now" | "mail" | "tables" | "desk" | "ownAddress" | "settings"> & {
  readonly settings: Settings;
};

/** @param ownAddress http://HOST:PORT, once the server listens. @throws Refusal if site.yaml has a fault */
export async function openPages(shared: Given, mail: Mail, ownAddress: () => string): Promise<Site> {
  const environment = storeEnvironment(shared.settings);
  return createSite({
    ...{...shared, mail, ownAddress, now: () => new Date()},
    settings: {...shared.settings, ...(await readSiteFile(shared.settings.dataFolder))},
    tables: createTableLoader(environment),
    desk: createOperatorDesk(environment),
  });
}
