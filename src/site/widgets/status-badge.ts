// The badge of a dataset's freshness: a word always, a colour beside it.
import type {DatasetStatus} from "../../statistics/status.ts";
import {inBoth, type Language} from "../words/language.ts";
import {countText, MONTH_FORMS, STATUS_WORDS} from "../words/wording.ts";
import {type Html, html} from "./html.ts";

const WORDS = inBoth({ru: {by: "на"}, en: {by: "by"}});

/** @param subject what is fresh or late, where no name stands before it */
export function statusBadge({status, overdueBy}: DatasetStatus, language: Language, subject = ""): Html {
  const by = overdueBy > 0 ? ` ${WORDS[language].by} ${countText(overdueBy, MONTH_FORMS[language], language)}` : "";
  return html`<span class="badge ${status}">${subject !== "" && `${subject} `}${STATUS_WORDS[language][status]}${by}</span>`;
}
