// The store as routes and pages use it: they read statistics, and ask the one account service by calls with plain values.
//
// The account service is in the same process here; a worker of `ryad serve` asks its parent instead (cli/serve/workers).
import type {Emit} from "../service/events.ts";
import {type AddressLimits, createAddressLimits} from "./accounts/address-limits.ts";
import {type Admission, admissionByTicks, createAdmission} from "./accounts/admission.ts";
import type {Charges} from "./accounts/charges/charges.ts";
import {type AccountProcedures, createAccountProcedures} from "./accounts/procedures.ts";
import type {Store} from "./open.ts";
import {createDatasetOverview, type DatasetOverview} from "./overview/dataset-overview.ts";
import type {Probe} from "./readiness.ts";
import type {Engine} from "./script.ts";
import {createSearch, type Search, type SearchOptions} from "./search/search.ts";

/** What a service has once, however many processes answer for it. */
export interface AccountService {
  readonly admission: Admission;
  readonly charges: Charges;
  readonly procedures: AccountProcedures;
  readonly addresses: AddressLimits;
  readonly probe: Probe;
}

export interface ServedStore extends AccountService {
  readonly statistics: Engine;
  /** One index for all callers of the process, as is the overview. */
  readonly search: Search;
  readonly overview: DatasetOverview;
}

export function createAccountService(
  store: Store,
  emit: Emit,
  addresses: AddressLimits = createAddressLimits(),
): AccountService {
  const {accounts, windows, charges, probe} = store;
  return {
    admission: createAdmission({accounts, windows, addresses, charges, emit}),
    charges,
    procedures: createAccountProcedures(accounts),
    addresses,
    probe,
  };
}

/** @param accountService of this process, or of its parent */
export function servedStore(
  store: Store,
  accountService: AccountService,
  searchOptions: SearchOptions = {},
): ServedStore {
  const {statistics} = store;
  const admission = admissionByTicks(accountService.admission);
  const search = createSearch(statistics, searchOptions);
  return {...accountService, admission, statistics, search, overview: createDatasetOverview(statistics)};
}
