// /releases.atom: the feed of releases (RFC 4287), each with its counts and a link to its card, the one that was loaded last first.
// `?dataset=PROVIDER/CODE`, `?dataset=CODE` or `?provider=PROVIDER` narrows it.
import {findDatasets} from "../../../store/datasets/dataset.ts";
import {countDatasetsByProvider} from "../../../store/datasets/dataset-pages.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {listLoadedReleases, type PublishedRelease} from "../../../store/releases/published-release.ts";
import type {UpdateFilters} from "../../../store/releases/update.ts";
import type {Script} from "../../../store/script.ts";
import {type Page, PageFault} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {atomFeed} from "../../widgets/atom-feed.ts";
import type {Language} from "../../words/language.ts";
import {nameText} from "../../words/names.ts";
import {type InLanguage, nameDatasets, nameRows} from "../../words/own-names.ts";
import {countText, dayWords, numberText, providerName} from "../../words/wording.ts";
import {releasePath, releasesFeedPath} from "../datasets/release-link.ts";
import {RELEASE_WORDS} from "./words.ts";

const ENTRIES = 60;

export const releasesFeed: Page = {
  path: releasesFeedPath,
  async draw(visit) {
    const {language, query, absolute} = visit;
    const words = RELEASE_WORDS[language];
    const about = {provider: query.get("provider"), dataset: query.get("dataset")};
    const feed = await visit.site.store.statistics.read((q) => readFeed(q, about, language));
    if (feed === null) throw new PageFault(404, "there is no such dataset or provider");
    const {releases, name} = feed;
    const atom = {
      id: absolute(releasesFeedPath, {...about}),
      title: name === null ? words.title : `${words.title}: ${name}`,
      updated: releases[0]?.loadedAt,
      self: absolute(releasesFeedPath, {...about, lang: language}),
      page: absolute("/updates"),
      entries: releases.map((release) => drawEntry(visit, release)),
    };
    return atomFeed(atom, language, "public, max-age=600");
  },
};

interface FeedSubject {
  readonly provider: string | null;
  readonly dataset: string | null;
}

interface Feed {
  readonly releases: readonly InLanguage<PublishedRelease>[];
  /** Of the dataset or the provider; null: of everything. */
  readonly name: string | null;
}

/** null: there is no such dataset or provider. */
function* readFeed(q: Queries, about: FeedSubject, language: Language): Script<Feed | null> {
  const filters = filtersOf(about);
  const {provider, dataset} = filters;
  const found = dataset === null ? [] : yield* nameDatasets(q, language, yield* findDatasets(q, dataset));
  if (dataset !== null && found.length === 0) return null;
  if (provider !== null && !(yield* countDatasetsByProvider(q)).some((one) => one.provider === provider)) return null;
  const releases = yield* nameRows(q, language, yield* listLoadedReleases(q, filters, ENTRIES));
  const own = found.length === 1 ? nameText(found[0]!.name, language) : about.dataset;
  return {releases, name: own ?? (provider && providerName(provider, language))};
}

/** A code without a provider is of any. */
function filtersOf({provider, dataset: code}: FeedSubject): UpdateFilters {
  const cut = code === null ? -1 : code.indexOf("/");
  const dataset = code === null ? null : {provider: cut < 0 ? null : code.slice(0, cut), dataset: code.slice(cut + 1)};
  return {since: null, provider, dataset};
}

function drawEntry(visit: Visit, release: InLanguage<PublishedRelease>): Html {
  const {language} = visit;
  const words = RELEASE_WORDS[language];
  const address = visit.absolute(releasePath(release.id));
  const parts = [
    countText(release.newValues, "newValue", language),
    `${words.revised} ${numberText(release.revisedValues, language)}`,
    ...(release.withdrawnValues === 0 ? [] : [`${words.gone} ${numberText(release.withdrawnValues, language)}`]),
    ...(release.sourceFile === null ? [] : [release.sourceFile]),
  ];
  return html`<entry>
<id>${address}</id>
<title>${nameText(release.name, language)}: ${words.release} ${dayWords(release.publishedAt, language)}</title>
<updated>${release.loadedAt}</updated>
<link rel="alternate" type="text/html" href="${address}"/>
<category term="${release.provider}" label="${providerName(release.provider, language)}"/>
<summary>${parts.join("; ")}</summary>
</entry>\n`;
}
