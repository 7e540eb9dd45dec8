// All pages of the site, one folder each. The routes of the server and the sitemap are made from this list.
import type {Page} from "../frame/page.ts";
import {confirmPage} from "./account/confirm.ts";
import {deletePage, signOutEverywhereForm, signOutForm} from "./account/leaving.ts";
import {newTokenPage} from "./account/new-token.ts";
import {accountPage} from "./account/page.ts";
import {signInPage} from "./account/sign-in.ts";
import {revokeForm, tokensForm} from "./account/tokens.ts";
import {addingDataPage} from "./adding-data/page.ts";
import {calendarFile} from "./calendar/ics.ts";
import {calendarPage} from "./calendar/page.ts";
import {chartDrawing, chartPng, embedPage} from "./chart/page.ts";
import {compareCsv, comparePage, compareXlsx} from "./compare/page.ts";
import {compareDrawing, compareFrame, comparePng} from "./compare/picture.ts";
import {compareValues} from "./compare/values.ts";
import {contactPage} from "./contact/page.ts";
import {datasetFilePage} from "./dataset/file.ts";
import {freeCsv, freeXlsx} from "./dataset/free-file.ts";
import {datasetPage} from "./dataset/page.ts";
import {datasetsPage} from "./datasets/page.ts";
import {derivedCsv, derivedXlsx} from "./derived/files.ts";
import {derivedPage} from "./derived/page.ts";
import {deskAccountsPage} from "./desk/accounts.ts";
import {deskLoadPage} from "./desk/load.ts";
import {deskPage} from "./desk/page.ts";
import {deskRunPage} from "./desk/run.ts";
import {followingPage, unfollowForm} from "./following/page.ts";
import {unsubscribePage} from "./following/unsubscribe.ts";
import {glossaryPage} from "./glossary/page.ts";
import {homePage} from "./home/page.ts";
import {indicatorPage} from "./indicator/page.ts";
import {listCsv, listFeed} from "./list/files.ts";
import {addToListForm, endMailForm, listPage, mailListForm, removeFromListForm} from "./list/page.ts";
import {methodologyPage} from "./methodology/page.ts";
import {oembedFile} from "./oembed/page.ts";
import {plansPage} from "./plans/page.ts";
import {quickStartPage} from "./quick-start/page.ts";
import {releasesFeed} from "./release/feed.ts";
import {releasePage} from "./release/page.ts";
import {releaseDrawing, releasePng} from "./release/picture.ts";
import {openSearchFile, searchPage} from "./search/page.ts";
import {suggestPage} from "./search/suggest.ts";
import {citationBibtex, citationRis} from "./series/citation-files.ts";
import {seriesCsv, seriesEstimates, seriesXlsx} from "./series/files.ts";
import {seriesPage} from "./series/page.ts";
import {silencePage} from "./silence/page.ts";
import {datasetsSitemap, pagesSitemap, robotsFile, seriesSitemap, sitemapIndex} from "./sitemap/page.ts";
import {territoriesPage} from "./territories/page.ts";
import {mapDrawing, mapFrame, mapPng} from "./territories/picture.ts";
import {territoryPage} from "./territory/page.ts";
import {territoryListPage} from "./territory-list/page.ts";
import {topicsPage} from "./topics/page.ts";
import {updatesFeed} from "./updates/feed.ts";
import {updatesPage} from "./updates/page.ts";
import {valuePage} from "./value/page.ts";
import {verifyPage} from "./verify/page.ts";

export const PAGES: readonly Page[] = [
  homePage,
  datasetsPage,
  topicsPage,
  datasetPage,
  datasetFilePage,
  freeCsv,
  freeXlsx,
  searchPage,
  suggestPage,
  seriesPage,
  citationBibtex,
  citationRis,
  seriesCsv,
  seriesXlsx,
  seriesEstimates,
  derivedPage,
  derivedCsv,
  derivedXlsx,
  updatesPage,
  releasePage,
  releaseDrawing,
  releasePng,
  releasesFeed,
  calendarPage,
  calendarFile,
  silencePage,
  updatesFeed,
  methodologyPage,
  glossaryPage,
  quickStartPage,
  listPage,
  listCsv,
  listFeed,
  addToListForm,
  removeFromListForm,
  mailListForm,
  endMailForm,
  territoriesPage,
  indicatorPage,
  territoryListPage,
  territoryPage,
  comparePage,
  compareCsv,
  compareXlsx,
  compareValues,
  verifyPage,
  valuePage,
  compareDrawing,
  comparePng,
  compareFrame,
  mapDrawing,
  mapPng,
  mapFrame,
  chartDrawing,
  chartPng,
  embedPage,
  oembedFile,
  plansPage,
  addingDataPage,
  contactPage,
  deskPage,
  deskRunPage,
  deskAccountsPage,
  deskLoadPage,
  signInPage,
  confirmPage,
  accountPage,
  followingPage,
  unfollowForm,
  unsubscribePage,
  tokensForm,
  newTokenPage,
  revokeForm,
  signOutForm,
  signOutEverywhereForm,
  deletePage,
  robotsFile,
  sitemapIndex,
  pagesSitemap,
  datasetsSitemap,
  seriesSitemap,
  openSearchFile,
];
