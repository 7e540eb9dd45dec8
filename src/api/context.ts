// The parts that every route is built with: the store, the settings, the clock, and the objects shared by all routes of one server.
import type {BodyMemory} from "../formats/body-bytes.ts";
import type {Emit} from "../service/events.ts";
import type {EvidenceReader} from "../service/evidence.ts";
import type {ApiSettings} from "../settings/settings.ts";
import type {SettledCharges} from "../store/accounts/charges/settled-charges.ts";
import type {CatalogueCache} from "../store/series/catalogue-cache.ts";
import type {ServedStore} from "../store/served-store.ts";
import type {UnsentBytes} from "./auth/charge.ts";
import type {WriteSlots} from "./http/write-slots.ts";
import type {SliceBodies} from "./slice/body.ts";
import type {DatasetLookup} from "./slice/request.ts";

export interface RouteParts {
  readonly store: ServedStore;
  readonly settings: ApiSettings;
  readonly now: () => Date;
  readonly emit: Emit;
  readonly catalogues: CatalogueCache;
  readonly datasets: DatasetLookup;
  readonly bodies: SliceBodies;
  readonly memory: BodyMemory;
  readonly slots: WriteSlots;
  readonly charges: SettledCharges;
  readonly unsent: UnsentBytes;
  readonly evidence: EvidenceReader;
}
