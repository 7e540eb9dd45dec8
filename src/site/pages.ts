// Every page of the site. The server's routes, the sitemap and the runs over all pages come from this list.
import type {Page} from "./page.ts";
import {datasetPage} from "./pages/dataset.ts";
import {datasetsPage} from "./pages/datasets.ts";
import {homePage} from "./pages/home.ts";
import {plansPage} from "./pages/plans.ts";
import {robotsFile} from "./pages/robots.ts";

export const PAGES: readonly Page[] = [homePage, datasetsPage, datasetPage, plansPage, robotsFile];
