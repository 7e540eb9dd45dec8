// Every page of the site. The server's routes, the sitemap and the runs over all pages come from this list.
import {accountPage} from "./account/account.ts";
import {confirmPage} from "./account/confirm.ts";
import {deletePage, signOutEverywhereForm, signOutForm} from "./account/leaving.ts";
import {signInPage} from "./account/sign-in.ts";
import {revokeForm, tokensForm} from "./account/tokens.ts";
import type {Page} from "./page.ts";
import {contactPage} from "./pages/contact.ts";
import {datasetPage} from "./pages/dataset.ts";
import {datasetsPage} from "./pages/datasets.ts";
import {homePage} from "./pages/home.ts";
import {plansPage} from "./pages/plans.ts";
import {robotsFile} from "./pages/robots.ts";
import {seriesPage} from "./pages/series.ts";
import {seriesCsv, seriesEstimates, seriesXlsx} from "./pages/series-files.ts";

export const PAGES: readonly Page[] = [
  homePage,
  datasetsPage,
  datasetPage,
  seriesPage,
  seriesCsv,
  seriesXlsx,
  seriesEstimates,
  plansPage,
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
];
