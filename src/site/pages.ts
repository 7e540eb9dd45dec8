// Every page of the site. The server's routes, the sitemap and the runs over all pages come from this list.
import {accountPage} from "./account/account.ts";
import {confirmPage} from "./account/confirm.ts";
import {deletePage, signOutEverywhereForm, signOutForm} from "./account/leaving.ts";
import {signInPage} from "./account/sign-in.ts";
import {revokeForm, tokensForm} from "./account/tokens.ts";
import type {Page} from "./page.ts";
import {addingDataPage} from "./pages/adding-data.ts";
import {chartDrawing, chartPng, embedPage} from "./pages/chart.ts";
import {compareCsv, comparePage, compareXlsx} from "./pages/compare.ts";
import {contactPage} from "./pages/contact.ts";
import {datasetPage} from "./pages/dataset.ts";
import {datasetsPage} from "./pages/datasets.ts";
import {expectedPage} from "./pages/expected.ts";
import {homePage} from "./pages/home.ts";
import {indicatorPage} from "./pages/indicator.ts";
import {methodologyPage} from "./pages/methodology.ts";
import {openSearchFile} from "./pages/opensearch.ts";
import {plansPage} from "./pages/plans.ts";
import {quickStartPage} from "./pages/quick-start.ts";
import {robotsFile} from "./pages/robots.ts";
import {searchPage} from "./pages/search.ts";
import {seriesPage} from "./pages/series.ts";
import {seriesCsv, seriesEstimates, seriesXlsx} from "./pages/series-files.ts";
import {datasetsSitemap, pagesSitemap, seriesSitemap, sitemapIndex} from "./pages/sitemap.ts";
import {territoriesPage} from "./pages/territories.ts";
import {territoryPage} from "./pages/territory.ts";
import {updatesPage} from "./pages/updates.ts";
import {updatesFeed} from "./pages/updates-feed.ts";

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
