// What a server is built with, what it gives to every route, and the marks of its routes.
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import type {BodyMemory} from "../formats/body-bytes.ts";
import type {Emit} from "../service/events.ts";
import type {EvidenceReader} from "../service/evidence.ts";
import type {ApiSettings} from "../settings/settings.ts";
import type {SettledCharges} from "../store/accounts/charges/settled-charges.ts";
import type {FilesReader} from "../store/dataset-files/files-folder.ts";
import type {CatalogueCache} from "../store/series/catalogue-cache.ts";
import type {ServedStore} from "../store/served-store.ts";
import type {UnsentBytes} from "./auth/unsent-bytes.ts";
import type {DatasetLookup} from "./dataset.ts";
import type {WriteSlots} from "./http/write-slots.ts";
import type {TranslatedCatalogues} from "./language/catalogue-names.ts";
import type {ServerLanguage} from "./language/language.ts";
import type {SliceBodies} from "./slice/body.ts";

export interface ServerContext {
  readonly store: ServedStore;
  readonly catalogues: CatalogueCache;
  readonly settings: ApiSettings;
  /** The clock; the system's if absent. */
  readonly now?: () => Date;
  readonly emit: Emit;
  /** Processes that answer for the service, this one included; 1 if absent. */
  readonly workers?: number;
  /** Reads archived releases again. The caller closes it. */
  readonly evidence: EvidenceReader;
  /** Whether the server is about to end; never if absent. */
  readonly isStopping?: () => boolean;
  /** Files of whole datasets; none if absent. */
  readonly files?: FilesReader;
  /** The routes outside of /api; if absent, those addresses are answered with an error. */
  readonly pages?: Pages;
}

/** Routes beside those of the api on one server, with their own checks and errors. */
export interface Pages {
  /** Called in a context of their own; each route needs the config {page: true}. */
  register(server: FastifyInstance): void;
  /** Answers a request outside of /api that no route matches. */
  answerUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route needs a token. */
    readonly needsToken?: boolean;
    /** The route belongs to `Pages`: the checks of the api do not apply. */
    readonly page?: boolean;
    /** The route takes OData query options, and checks their names itself. */
    readonly takesOptions?: boolean;
    /** The route reads its parameters itself, by names that no schema has. */
    readonly ownParameters?: boolean;
  }
}

/** What every route is built with: the store, the settings, the clock, and the objects shared by all routes of one server. */
export interface RouteContext {
  readonly store: ServedStore;
  readonly settings: ApiSettings & ServerLanguage;
  readonly now: () => Date;
  readonly emit: Emit;
  readonly catalogues: TranslatedCatalogues;
  readonly datasets: DatasetLookup;
  readonly bodies: SliceBodies;
  readonly memory: BodyMemory;
  readonly slots: WriteSlots;
  readonly settledCharges: SettledCharges;
  readonly unsent: UnsentBytes;
  readonly evidence: EvidenceReader;
  /** null: there are none. */
  readonly files: FilesReader | null;
}
