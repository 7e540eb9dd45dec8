// The sender of a server, put together: the messages come from `messages`, the words and the mail from the site.

import {keepSending, type Sender, type SenderContext} from "../../messages/sender.ts";
import type {Emit} from "../../service/events.ts";
import type {Settings} from "../../settings/settings.ts";
import {createSecrets} from "../../site/forms/forms.ts";
import {unsubscribeAddress} from "../../site/forms/unsubscribing.ts";
import {letterText} from "../../site/mail/event-letter.ts";
import {nameLetter} from "../../site/mail/letter-names.ts";
import {readLetterEntries} from "../../site/mail/list-letter.ts";
import type {Mail} from "../../site/mail/mail.ts";
import {mailBaseOf} from "../../site/visit/context.ts";
import {todayOf} from "../../statistics/time/day.ts";
import {createAccountProcedures} from "../../store/accounts/procedures.ts";
import type {Store} from "../../store/open.ts";
import {createDatasetOverview, type DatasetOverview} from "../../store/overview/dataset-overview.ts";
import {createCatalogueCache} from "../../store/series/catalogue-cache.ts";

/** Of the memory for the weeks of datasets that letters about lists name. */
const WEEKS_BYTES = 2 ** 20;

export interface TellingContext {
  readonly store: Store;
  readonly settings: Settings;
  readonly mail: Mail;
  readonly emit: Emit;
  readonly ownAddress: () => string;
  readonly now?: () => Date;
  readonly overview?: DatasetOverview;
}

/** Tells subscribers and the operator of events, as long as this process has the lease; close it before the store. */
export function startTelling(context: TellingContext): Sender {
  return keepSending(senderContext(context));
}

export function senderContext({store, settings, mail, emit, ownAddress, ...given}: TellingContext): SenderContext {
  const {now = () => new Date(), overview = createDatasetOverview(store.statistics)} = given;
  const catalogues = createCatalogueCache(WEEKS_BYTES, () => {});
  const secrets = createSecrets(createAccountProcedures(store.accounts));
  const base = (): string => mailBaseOf(settings.publicUrl, ownAddress());
  return {
    ...{store, emit, now, base, overview},
    today: () => todayOf(settings.today, now()),
    operatorMail: settings.operatorMail,
    webhooks: settings.webhooks,
    async sendLetter({to, id, body, language, subscription}) {
      const unsubscribe = subscription === null ? null : await unsubscribeAddress(secrets, base(), subscription);
      const named = await store.statistics.readWithRests((q) => nameLetter(q, language, body));
      const listed = body.list?.series ?? [];
      const entries =
        listed.length === 0
          ? []
          : await store.statistics.readWithRests((q) => readLetterEntries(q, catalogues, language, listed));
      const {subject, text} = letterText(named, language, unsubscribe, entries);
      await mail.send({kind: "told", to, subject, text, id, ...(unsubscribe === null ? {} : {unsubscribe})});
    },
  };
}
