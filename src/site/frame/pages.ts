// Every page of the site. The server's routes, the sitemap and the runs over all pages come from this list.
import {accountPage} from "../pages/account/account.ts";
import {confirmPage} from "../pages/account/confirm.ts";
import {deletePage, signOutEverywhereForm, signOutForm} from "../pages/account/leaving.ts";
import {signInPage} from "../pages/account/sign-in.ts";
import {revokeForm, tokensForm} from "../pages/account/tokens.ts";
import {addingDataPage} from "../pages/adding-data.ts";
import {chartDrawing, chartPng, embedPage} from "../pages/chart/page.ts";
import {compareCsv, comparePage, compareXlsx} from "../pages/compare/page.ts";
import {contactPage} from "../pages/contact.ts";
import {expectedPage} from "../pages/dataset/expected-page.ts";
import {datasetsPage} from "../pages/dataset/list-page.ts";
import {datasetPage} from "../pages/dataset/page.ts";
import {openSearchFile} from "../pages/feeds/opensearch.ts";
import {robotsFile} from "../pages/feeds/robots.ts";
import {datasetsSitemap, pagesSitemap, seriesSitemap, sitemapIndex} from "../pages/feeds/sitemap.ts";
import {updatesFeed} from "../pages/feeds/updates-feed.ts";
import {homePage} from "../pages/home.ts";
import {indicatorPage} from "../pages/indicator.ts";
import {methodologyPage} from "../pages/methodology.ts";
import {plansPage} from "../pages/plans.ts";
import {quickStartPage} from "../pages/quick-start/page.ts";
import {searchPage} from "../pages/search/page.ts";
import {seriesCsv, seriesEstimates, seriesXlsx} from "../pages/series/files-page.ts";
import {seriesPage} from "../pages/series/page.ts";
import {territoriesPage} from "../pages/territories/page.ts";
import {territoryPage} from "../pages/territories/territory-page.ts";
import {updatesPage} from "../pages/updates/page.ts";
import type {Page} from "./page.ts";

export const PAGES: readonly Page[] = [
  homePage,
  datasetsPage,
  datasetPage,
  searchPage,
  seriesPage,
  seriesCsv,
  seriesXlsx,
  seriesEstimates,
  updatesPage,
  expectedPage,
  updatesFeed,
  methodologyPage,
  quickStartPage,
  territoriesPage,
  indicatorPage,
  territoryPage,
  comparePage,
  compareCsv,
  compareXlsx,
  chartDrawing,
  chartPng,
  embedPage,
  plansPage,
  addingDataPage,
  contactPage,
  signInPage,
  confirmPage,
  accountPage,
  tokensForm,
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
