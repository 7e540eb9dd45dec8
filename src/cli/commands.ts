// The table of commands: everything `ryad` can be asked to do, in the order that --help shows it.
import {accountPlan} from "./account.ts";
import {backup} from "./backup.ts";
import {check} from "./check.ts";
import type {Command} from "./command.ts";
import {contactList} from "./contact.ts";
import {copy} from "./copy.ts";
import {datasetDrop} from "./dataset.ts";
import {exportRows} from "./export.ts";
import {load} from "./load.ts";
import {migrate} from "./migrate.ts";
import {releaseList, releaseWithdraw} from "./release.ts";
import {restore} from "./restore.ts";
import {runs} from "./runs.ts";
import {serve} from "./serve.ts";
import {start} from "./start.ts";
import {tokenCreate, tokenList, tokenRevoke} from "./token.ts";

export const COMMANDS: readonly Command[] = [
  start,
  serve,
  migrate,
  load,
  runs,
  releaseList,
  releaseWithdraw,
  datasetDrop,
  tokenCreate,
  tokenList,
  tokenRevoke,
  accountPlan,
  contactList,
  check,
  backup,
  restore,
  exportRows,
  copy,
];
