// The badge of a dataset's freshness: a word always, a colour beside it.
import type {DatasetStatus} from "../statistics/dataset-status.ts";
import {type Html, html} from "./html.ts";
import {inBoth, type Language} from "./language.ts";
import {countText, MONTH_FORMS, STATUS_WORDS} from "./wording.ts";

const WORDS = inBoth({ru: {by: "на"}, en: {by: "by"}});

export function statusBadge({status, overdueBy}: DatasetStatus, language: Language): Html {
  const by = overdueBy > 0 ? ` ${WORDS[language].by} ${countText(overdueBy, MONTH_FORMS[language], language)}` : "";
  return html`<span class="badge ${status}">${STATUS_WORDS[language][status]}${by}</span>`;
}
