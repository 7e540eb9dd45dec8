// Answers and parameters of the service, written by openapi-typescript from its document; not to be changed by hand.
//
// CONTRIBUTING.md has the command that writes it again.

export interface components {
    schemas: {
        readonly ClaimCandidate: {
            /** @description key of the series */
            readonly series_key: string;
            /** @description display title */
            readonly title: string;
            /** @description source */
            readonly provider_code: string;
            /** @description dataset */
            readonly dataset_code: string;
            /** @description measure code */
            readonly measure: string | null;
            /** @description transformation code */
            readonly transformation: string | null;
            /** @description unit code; empty if there is none */
            readonly unit: string;
            /**
             * @description frequency code
             * @enum {string}
             */
            readonly freq: "D" | "W" | "M" | "Q" | "A";
            /** @description territory code of the source */
            readonly geo: string;
            /** @description territory name */
            readonly geo_label: string;
            /**
             * Format: date
             * @description first day of the period that has the number, if it is not the period of the claim; the newest one of a month or quarter without a year
             */
            readonly period: string | null;
            /**
             * @description what the claim would be if it were about this series and period
             * @enum {string}
             */
            readonly verdict: "match" | "rounded" | "was_true" | "other_form" | "other_unit" | "other_period" | "other_territory" | "no_match" | "ambiguous" | "not_published";
        };
        readonly DatasetBlock: {
            /**
             * @description as judged today: `overdue` if a release is due and has not appeared, `archival` for a closed era, `unknown` without values or a regular frequency
             * @enum {string}
             */
            readonly status: "fresh" | "overdue" | "archival" | "unknown";
            /** @description month in which the latest period starts */
            readonly latest_period: string | null;
            /**
             * @description frequency by which the dataset is judged: that with the most series
             * @enum {string|null}
             */
            readonly freq: "D" | "W" | "M" | "Q" | "A" | null;
            /** @description months within which a new period is expected */
            readonly sla_months: number | null;
            /** @description months since the end of the latest period */
            readonly lag_months: number | null;
            /** @description months beyond the term; 0 when not overdue */
            readonly overdue_by: number;
            /** @description whether the source revises values of this dataset */
            readonly revised: boolean;
        };
        readonly DatasetList: {
            /** @description the rows */
            readonly items: readonly components["schemas"]["DatasetRow"][];
        };
        readonly DatasetRow: {
            /** @description dataset code */
            readonly code: string;
            /** @description provider of the dataset */
            readonly provider_code: string;
            /** @description name of the dataset */
            readonly name: string;
            /**
             * @description frequency by which the dataset is judged: that with the most series
             * @enum {string|null}
             */
            readonly freq: "D" | "W" | "M" | "Q" | "A" | null;
            /** @description series */
            readonly series_count: number;
            /** @description territories that have a series */
            readonly geo_count: number;
            /** @description first period with a value, over all series */
            readonly first_period: string | null;
            /** @description last period with a value, over all series */
            readonly last_period: string | null;
            /**
             * @description how fresh the dataset is today
             * @enum {string}
             */
            readonly status: "fresh" | "overdue" | "archival" | "unknown";
            /** @description months within which a new period is expected */
            readonly sla_months: number | null;
            /** @description months since the end of the latest period */
            readonly lag_months: number | null;
            /** @description months beyond the term; 0 when not overdue */
            readonly overdue_by: number;
            /** @description whether the source revises values */
            readonly revised: boolean;
        };
        readonly Estimate: {
            /** @description series of the estimate */
            readonly series_key: string;
            /** @description first day of the period; for a week, the day of registration */
            readonly period: string;
            /** @description the value */
            readonly value: number;
            /** @description day on which this estimate was published */
            readonly published_at: string;
            /** @description day on which another estimate took its place; null while it is valid */
            readonly superseded_at: string | null;
            /** @description day on which a release no longer gave the value; null where none did, or where a later one gave it again */
            readonly withdrawn_at: string | null;
        };
        readonly Estimates: {
            /** @description the series of this page */
            readonly series: readonly components["schemas"]["Series"][];
            /** @description by series, period and day of publication; absent with `layout=wide` */
            readonly estimates?: readonly components["schemas"]["Estimate"][];
            /** @description with `layout=wide`: days on which estimates of the series were published */
            readonly vintages?: readonly string[];
            /** @description with `layout=wide`: a row for each period */
            readonly rows?: readonly components["schemas"]["VintageRow"][];
            readonly dataset: components["schemas"]["DatasetBlock"];
            /** @description series of this page */
            readonly series_count: number;
            /** @description estimates of this page: what the answer charges */
            readonly estimate_count: number;
            /** @description series that match the filters, over all pages */
            readonly series_total: number;
            /** @description offset of this page */
            readonly offset: number;
            /** @description more pages follow */
            readonly has_more: boolean;
            /** @description offset of the next page; null when none */
            readonly next_offset: number | null;
            /** @description address of each value for ever, a page or JSON, which needs no token: fill in the members in braces from the value and its series */
            readonly claim_template: string;
        };
        readonly EstimatesQuery: {
            /** @description `all` estimates, the `first` or the `latest` of each period, or the K-th by `nth:K` (1 is the first), counted in the whole history */
            readonly which?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD: first day of publication; no bound when omitted
             */
            readonly known_from?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD: last day of publication; no bound when omitted
             */
            readonly known_to?: string;
            /** @description first day, YYYY-MM-DD, YYYY-MM or YYYY, included; from the beginning of the history when omitted */
            readonly start?: string;
            /** @description last day, YYYY-MM-DD, YYYY-MM or YYYY, included; a month or a year is included whole; to the end of the history when omitted */
            readonly end?: string;
            /**
             * @description language of names: `en` gives the English name of a territory, class, indicator, unit or dataset where its package or the reference lists have one, else the published name; `ru` gives published names, and the Russian names of countries; codes never change; the language of the server's country when omitted, where Russian means published names
             * @enum {string}
             */
            readonly lang?: "en" | "ru";
            /** @description 1 adds the class name as `class_label` */
            readonly labels?: number;
        };
        readonly Evidence: {
            /** @description key of the series */
            readonly series_key: string;
            /** @description releases that added or changed an estimate of this series, newest first; with `period` those that set its value */
            readonly releases: readonly {
                /** @description number of the release in this installation */
                readonly release_id: number;
                /** @description day on which the source published it */
                readonly published_at: string;
                /** @description name of the file at the source */
                readonly source_file: string | null;
                /** @description where the source publishes it */
                readonly source_url: string | null;
                /** @description SHA-256 of the file, or of a package's sorted list of (name, SHA-256) */
                readonly fingerprint: string;
                /** @description parser that read the file, name@version */
                readonly parser: string;
                /** @description identifier of the load run that loaded the release */
                readonly load_run: string;
                /** @description when it was loaded, UTC */
                readonly loaded_at: string;
                /** @description first period whose value it added or revised */
                readonly first_period: string;
                /** @description last period whose value it added or revised */
                readonly last_period: string;
                /** @description periods whose first value it added */
                readonly new_values: number;
                /** @description periods whose value it changed */
                readonly revised_values: number;
                /** @description the period's value as this release set it */
                readonly value?: number;
                /** @description place of the value, the first if there are several; null if it was not found again */
                readonly locator?: {
                    /** @description name of the file within the release */
                    readonly file: string;
                    /** @description sheet of a workbook */
                    readonly sheet?: string;
                    /** @description cell of the sheet, such as AK19 */
                    readonly cell?: string;
                    /** @description line of a text, from 1; the first line of an element */
                    readonly line?: number;
                    /** @description in delimited text the number of the field in its row, in JSON the character of its line, from 1 */
                    readonly column?: number;
                    /** @description path of the element of an XML or JSON file */
                    readonly element?: string;
                } | null;
                /** @description the text at that place, at most 1,000 characters */
                readonly raw?: string | null;
                /** @description steps from the text to the number, in order; empty if the text is the number itself */
                readonly steps?: readonly string[];
                /** @description the parser that read it again; null if this program no longer has one */
                readonly parser_now?: string | null;
                /** @description whether reading the archived files again gave this very value */
                readonly reproduced?: boolean;
                /** @description why the value could not be reproduced; null if it was */
                readonly problem?: string | null;
            }[];
        };
        readonly FoundSeries: {
            /** @description the series that match, best first: `limit` of them from `offset` on */
            readonly items: readonly components["schemas"]["FoundSeriesItem"][];
            /** @description series that match in all */
            readonly total: number;
            /** @description only if nothing is found: the value of a filter that no series has, and the nearest code */
            readonly hint?: string;
        };
        readonly FoundSeriesItem: {
            /** @description identifier of the series */
            readonly series_key: string;
            /** @description readable address: provider, dataset, values of the dimensions */
            readonly series_ref: string;
            /** @description title for display: class (its code where it has no name), indicator, territory */
            readonly title: string;
            /** @description provider of the dataset */
            readonly provider_code: string;
            /** @description dataset the series belongs to */
            readonly dataset_code: string;
            /** @description indicator code within the dataset */
            readonly indicator: string;
            /** @description class code; null when only this series has none, absent when the dataset has no classes */
            readonly classification?: string | null;
            /** @description measure code; null when the dataset lacks this dimension */
            readonly measure: string | null;
            /** @description transformation code; null when the dataset lacks this dimension */
            readonly transformation: string | null;
            /** @description unit code; empty when the series has none */
            readonly unit: string;
            /**
             * @description frequency: D daily, W weekly, M monthly, Q quarterly, A annual
             * @enum {string}
             */
            readonly freq: "D" | "W" | "M" | "Q" | "A";
            /** @description territory code in the source's own classifier (OKATO) */
            readonly geo: string;
            /** @description normalised territory code: ISO 3166 or another code of its country, else the code of the package */
            readonly geo_canonical: string;
            /**
             * @description level of the territory
             * @enum {string}
             */
            readonly geo_level: "country" | "district" | "macroregion" | "region" | "city";
            /** @description name of the territory */
            readonly geo_label: string;
            /** @description last period with a value */
            readonly last_period: string;
            /**
             * @description `stalled` when the series trails the latest period of its dataset by more than its frequency allows
             * @enum {string}
             */
            readonly status: "active" | "stalled";
            /** @description with `finality=1`: how final the published values are, by the estimates after the first of the whole history, with `as_of` of that known on the day; null for fewer than eight periods */
            readonly finality?: {
                /** @description periods with a value, over the whole history */
                readonly periods: number;
                /** @description share of these periods whose value changed after its first publication */
                readonly revised_share: number;
                /** @description periods whose latest estimate is above their first */
                readonly up: number;
                /** @description periods whose latest estimate is below their first */
                readonly down: number;
                /** @description mean over all periods of the absolute difference between the latest and the first estimate */
                readonly mean_absolute: number;
                /** @description days from the first publication of a period within which nine periods of ten had their latest estimate; 0 where they never changed */
                readonly settles_after: number;
            } | null;
            /** @description first period with a value */
            readonly first_period: string;
        };
        readonly NamedSlice: {
            /** @description the series of this page */
            readonly series: readonly components["schemas"]["Series"][];
            /** @description the values of all series of this page in one list; `series_key` refers to `series` */
            readonly observations: readonly components["schemas"]["SliceObservation"][];
            /** @description series in this page */
            readonly series_count: number;
            /** @description values in this page */
            readonly observation_count: number;
            /** @description series that match the filters, over all pages */
            readonly series_total: number;
            /** @description offset of this page */
            readonly offset: number;
            /** @description more pages follow */
            readonly has_more: boolean;
            /** @description offset of the next page; null when none */
            readonly next_offset: number | null;
            /** @description address of each value for ever, a page or JSON, which needs no token: fill in the members in braces from the value and its series */
            readonly claim_template: string;
            /** @description the dataset of the series; null if they are of several */
            readonly dataset: {
                /**
                 * @description as judged today: `overdue` if a release is due and has not appeared, `archival` for a closed era, `unknown` without values or a regular frequency
                 * @enum {string}
                 */
                readonly status: "fresh" | "overdue" | "archival" | "unknown";
                /** @description month in which the latest period starts */
                readonly latest_period: string | null;
                /**
                 * @description frequency by which the dataset is judged: that with the most series
                 * @enum {string|null}
                 */
                readonly freq: "D" | "W" | "M" | "Q" | "A" | null;
                /** @description months within which a new period is expected */
                readonly sla_months: number | null;
                /** @description months since the end of the latest period */
                readonly lag_months: number | null;
                /** @description months beyond the term; 0 when not overdue */
                readonly overdue_by: number;
                /** @description whether the source revises values of this dataset */
                readonly revised: boolean;
            } | null;
        };
        readonly ObservationsQuery: {
            /** @description keys of series, separated by commas: at most 100 */
            readonly series: string | readonly string[];
            /** @description first day, YYYY-MM-DD, YYYY-MM or YYYY, included; from the beginning of the history when omitted */
            readonly start?: string;
            /** @description last day, YYYY-MM-DD, YYYY-MM or YYYY, included; a month or a year is included whole; to the end of the history when omitted */
            readonly end?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD: the slice as it was known on that day; today's knowledge when omitted
             */
            readonly as_of?: string;
            /** @description number of values of each series: the latest ones between the bounds; all values when omitted */
            readonly last?: number;
            /**
             * @description language of names: `en` gives the English name of a territory, class, indicator, unit or dataset where its package or the reference lists have one, else the published name; `ru` gives published names, and the Russian names of countries; codes never change; the language of the server's country when omitted, where Russian means published names
             * @enum {string}
             */
            readonly lang?: "en" | "ru";
            /** @description 1 adds the class name as `class_label` */
            readonly labels?: number;
            /** @description 1 adds `finality` to each series: how often and how late its values were revised; JSON only */
            readonly finality?: number;
        };
        readonly SearchQuery: {
            /** @description words or codes of the indicator, class, dataset and territory; when omitted, the filters alone select, and at least one is required */
            readonly q?: string;
            /** @description series in the answer */
            readonly limit?: number;
            /** @description series before those of the answer */
            readonly offset?: number;
            /** @description `fedstat`, `rosstat_files`, `cbr`, `roskazna`, `showdata` or any other that is loaded, separated by commas; every provider when omitted */
            readonly provider?: string | readonly string[];
            /** @description `provider/dataset`, or the dataset code alone, of any provider, separated by commas; an unknown one has no series; every dataset when omitted */
            readonly dataset?: string | readonly string[];
            /** @description a level (`country`, `district`, `macroregion`, `region`, `city`), or territory codes, of the source or normalised, separated by commas; every territory when omitted */
            readonly geo?: string | readonly string[];
            /** @description frequencies separated by commas; all when omitted */
            readonly freq?: string | readonly string[];
            /** @description class codes separated by commas; all when omitted */
            readonly class?: string | readonly string[];
            /** @description measure codes separated by commas; all when omitted */
            readonly measure?: string | readonly string[];
            /** @description transformation codes separated by commas; all when omitted */
            readonly transformation?: string | readonly string[];
            /** @description unit codes separated by commas; all when omitted */
            readonly unit?: string | readonly string[];
            /**
             * @description language of names: `en` gives the English name of a territory, class, indicator, unit or dataset where its package or the reference lists have one, else the published name; `ru` gives published names, and the Russian names of countries; codes never change; the language of the server's country when omitted, where Russian means published names
             * @enum {string}
             */
            readonly lang?: "en" | "ru";
        };
        readonly Series: {
            /** @description identifier of the series */
            readonly series_key: string;
            /** @description readable address: provider, dataset, values of the dimensions */
            readonly series_ref: string;
            /** @description title for display: class (its code where it has no name), indicator, territory */
            readonly title: string;
            /** @description title in codes: indicator and dimensions separated by `|` */
            readonly title_raw: string;
            /** @description indicator code within the dataset */
            readonly indicator: string;
            /** @description class code; null when only this series has none, absent when the dataset has no classes */
            readonly classification?: string | null;
            /** @description class name, with `labels=1` only; empty when the dataset has no classes or the code has no name */
            readonly class_label?: string;
            /** @description measure code; null when the dataset lacks this dimension */
            readonly measure: string | null;
            /** @description transformation code; null when the dataset lacks this dimension */
            readonly transformation: string | null;
            /** @description unit code; empty when the series has none */
            readonly unit: string;
            /**
             * @description frequency: D daily, W weekly, M monthly, Q quarterly, A annual
             * @enum {string}
             */
            readonly freq: "D" | "W" | "M" | "Q" | "A";
            /** @description territory code in the source's own classifier (OKATO) */
            readonly geo: string;
            /** @description normalised territory code: ISO 3166 or another code of its country, else the code of the package */
            readonly geo_canonical: string;
            /**
             * @description level of the territory
             * @enum {string}
             */
            readonly geo_level: "country" | "district" | "macroregion" | "region" | "city";
            /** @description name of the territory */
            readonly geo_label: string;
            /** @description last period with a value, over the whole history as known now, not in the requested window */
            readonly last_period: string;
            /** @description series that continues the history after a change of code */
            readonly continues_as: string | null;
            /** @description series that has the history before a change of code */
            readonly continues_from: string | null;
            /**
             * @description `stalled` when the series trails the latest period of its dataset by more than its frequency allows
             * @enum {string}
             */
            readonly status: "active" | "stalled";
            /** @description provider of the dataset */
            readonly provider_code: string;
            /** @description dataset the series belongs to */
            readonly dataset_code: string;
            /** @description with `finality=1`: how final the published values are, by the estimates after the first of the whole history, with `as_of` of that known on the day; null for fewer than eight periods */
            readonly finality?: {
                /** @description periods with a value, over the whole history */
                readonly periods: number;
                /** @description share of these periods whose value changed after its first publication */
                readonly revised_share: number;
                /** @description periods whose latest estimate is above their first */
                readonly up: number;
                /** @description periods whose latest estimate is below their first */
                readonly down: number;
                /** @description mean over all periods of the absolute difference between the latest and the first estimate */
                readonly mean_absolute: number;
                /** @description days from the first publication of a period within which nine periods of ten had their latest estimate; 0 where they never changed */
                readonly settles_after: number;
            } | null;
        };
        readonly SeriesList: {
            /** @description the rows */
            readonly items: readonly components["schemas"]["SeriesRow"][];
        };
        readonly SeriesRow: {
            /** @description identifier of the series */
            readonly series_key: string;
            /** @description title for display: class (its code where it has no name), indicator, territory */
            readonly title: string;
            /** @description indicator code within the dataset */
            readonly indicator: string;
            /** @description class code; null when the series has none */
            readonly class: string | null;
            /** @description class name; null when the code has none */
            readonly class_label: string | null;
            /** @description measure code; null when the dataset lacks this dimension */
            readonly measure: string | null;
            /** @description transformation code; null when the dataset lacks this dimension */
            readonly transformation: string | null;
            /** @description unit code; empty when the series has none */
            readonly unit: string;
            /**
             * @description frequency: D daily, W weekly, M monthly, Q quarterly, A annual
             * @enum {string}
             */
            readonly freq: "D" | "W" | "M" | "Q" | "A";
            /** @description territory code in the source's own classifier (OKATO) */
            readonly geo: string;
            /** @description normalised territory code: ISO 3166 or another code of its country, else the code of the package */
            readonly geo_canonical: string;
            /**
             * @description level of the territory
             * @enum {string}
             */
            readonly geo_level: "country" | "district" | "macroregion" | "region" | "city";
            /** @description name of the territory */
            readonly geo_label: string;
            /** @description last period with a value */
            readonly last_period: string;
            /**
             * @description `stalled` when the series trails the latest period of its dataset by more than its frequency allows
             * @enum {string}
             */
            readonly status: "active" | "stalled";
        };
        readonly Slice: {
            /** @description the series of this page */
            readonly series: readonly components["schemas"]["Series"][];
            /** @description the values of all series of this page in one list; `series_key` refers to `series` */
            readonly observations: readonly components["schemas"]["SliceObservation"][];
            readonly dataset: components["schemas"]["DatasetBlock"];
            /** @description series in this page */
            readonly series_count: number;
            /** @description values in this page */
            readonly observation_count: number;
            /** @description series that match the filters, over all pages */
            readonly series_total: number;
            /** @description offset of this page */
            readonly offset: number;
            /** @description more pages follow */
            readonly has_more: boolean;
            /** @description offset of the next page; null when none */
            readonly next_offset: number | null;
            /** @description address of each value for ever, a page or JSON, which needs no token: fill in the members in braces from the value and its series */
            readonly claim_template: string;
        };
        readonly SliceEstimatesQuery: {
            /** @description `provider/dataset`, or the dataset code alone if only one provider has it */
            readonly dataset: string;
            /** @description a level (`country`, `district`, `macroregion`, `region`, `city`, `all`) or a list of territory codes, of the source or normalised; listed territories only */
            readonly geo?: string | readonly string[];
            /** @description class codes separated by commas, or `all`; all when omitted */
            readonly class?: string | readonly string[];
            /** @description measure codes (for price indices the index kind) separated by commas, or `all`; all when omitted */
            readonly measure?: string | readonly string[];
            /** @description transformation codes, such as `level` or `level_ytd`, separated by commas, or `all`; all when omitted */
            readonly transformation?: string | readonly string[];
            /** @description frequencies separated by commas, or `all`; all when omitted */
            readonly freq?: string | readonly string[];
            /** @description unit codes separated by commas, or `all`; all when omitted */
            readonly unit?: string | readonly string[];
            /** @description first day, YYYY-MM-DD, YYYY-MM or YYYY, included; from the beginning of the history when omitted */
            readonly start?: string;
            /** @description last day, YYYY-MM-DD, YYYY-MM or YYYY, included; a month or a year is included whole; to the end of the history when omitted */
            readonly end?: string;
            /**
             * @description language of names: `en` gives the English name of a territory, class, indicator, unit or dataset where its package or the reference lists have one, else the published name; `ru` gives published names, and the Russian names of countries; codes never change; the language of the server's country when omitted, where Russian means published names
             * @enum {string}
             */
            readonly lang?: "en" | "ru";
            /** @description 1 adds the class name as `class_label` */
            readonly labels?: number;
            /** @description series on a page */
            readonly limit?: number;
            /** @description series before the page */
            readonly offset?: number;
            /** @description `all` estimates, the `first` or the `latest` of each period, or the K-th by `nth:K` (1 is the first), counted in the whole history */
            readonly which?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD: first day of publication; no bound when omitted
             */
            readonly known_from?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD: last day of publication; no bound when omitted
             */
            readonly known_to?: string;
        };
        readonly SliceObservation: {
            /** @description series of the value */
            readonly series_key: string;
            /** @description first day of the period; for a week, the day of registration */
            readonly period: string;
            /** @description the value */
            readonly value: number;
            /** @description day on which this estimate was published */
            readonly as_of: string;
        };
        readonly SliceQuery: {
            /** @description `provider/dataset`, or the dataset code alone if only one provider has it */
            readonly dataset: string;
            /** @description a level (`country`, `district`, `macroregion`, `region`, `city`, `all`) or a list of territory codes, of the source or normalised; listed territories only */
            readonly geo?: string | readonly string[];
            /** @description class codes separated by commas, or `all`; all when omitted */
            readonly class?: string | readonly string[];
            /** @description measure codes (for price indices the index kind) separated by commas, or `all`; all when omitted */
            readonly measure?: string | readonly string[];
            /** @description transformation codes, such as `level` or `level_ytd`, separated by commas, or `all`; all when omitted */
            readonly transformation?: string | readonly string[];
            /** @description frequencies separated by commas, or `all`; all when omitted */
            readonly freq?: string | readonly string[];
            /** @description unit codes separated by commas, or `all`; all when omitted */
            readonly unit?: string | readonly string[];
            /** @description first day, YYYY-MM-DD, YYYY-MM or YYYY, included; from the beginning of the history when omitted */
            readonly start?: string;
            /** @description last day, YYYY-MM-DD, YYYY-MM or YYYY, included; a month or a year is included whole; to the end of the history when omitted */
            readonly end?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD: the slice as it was known on that day; today's knowledge when omitted
             */
            readonly as_of?: string;
            /** @description number of values of each series: the latest ones between the bounds; all values when omitted */
            readonly last?: number;
            /**
             * @description language of names: `en` gives the English name of a territory, class, indicator, unit or dataset where its package or the reference lists have one, else the published name; `ru` gives published names, and the Russian names of countries; codes never change; the language of the server's country when omitted, where Russian means published names
             * @enum {string}
             */
            readonly lang?: "en" | "ru";
            /** @description 1 adds the class name as `class_label` */
            readonly labels?: number;
            /** @description 1 adds `finality` to each series: how often and how late its values were revised; JSON only */
            readonly finality?: number;
            /** @description series on a page */
            readonly limit?: number;
            /** @description series before the page */
            readonly offset?: number;
        };
        readonly UpdateRow: {
            /** @description day of loading, UTC */
            readonly day: string;
            /** @description provider of the dataset */
            readonly provider_code: string;
            /** @description code of the dataset */
            readonly dataset_code: string;
            /** @description name of the dataset, also if it has been dropped */
            readonly name: string;
            /** @description month in which the latest period of the dataset starts, after the day's loads; null if they left no values */
            readonly latest_period: string | null;
            /** @description latest day of publication of the releases loaded on the day; null if there were only withdrawals */
            readonly latest_published_at: string | null;
            /** @description releases loaded on the day; 0 if there were only withdrawals */
            readonly releases: number;
            /** @description periods whose first value these releases added, over all series */
            readonly new_values: number;
            /** @description values these releases changed, over all series */
            readonly revised_values: number;
        };
        readonly Updates: {
            /** @description newest day first, then by provider and dataset */
            readonly items: readonly components["schemas"]["UpdateRow"][];
            /** @description rows in all */
            readonly total: number;
            /** @description more rows follow */
            readonly has_more: boolean;
            /** @description offset of the next page; null when none */
            readonly next_offset: number | null;
        };
        readonly UpdatesQuery: {
            /**
             * Format: date
             * @description first day of loading, YYYY-MM-DD, included; from the beginning when omitted
             */
            readonly since?: string;
            /** @description provider code; every provider when omitted */
            readonly provider?: string;
            /** @description `provider/dataset`, or the dataset code alone, of any provider; unknown: no rows; every dataset when omitted */
            readonly dataset?: string;
            /** @description rows on a page */
            readonly limit?: number;
            /** @description rows before the page */
            readonly offset?: number;
        };
        readonly Verification: {
            readonly claim: {
                /** @description the number as given */
                readonly value: string;
                /** @description digits after its decimal sign; below zero: zeros that are rounded */
                readonly decimals: number;
                /** @description as given */
                readonly text: string | null;
                /** @description as given */
                readonly series: string | null;
                /** @description as given; of `text` the words that were understood */
                readonly q: string | null;
                /** @description as given; of `text` the period that it names */
                readonly period: string | null;
                /** @description as given */
                readonly geo: string | null;
                /**
                 * Format: date
                 * @description as given
                 */
                readonly on: string | null;
            };
            /**
             * @description what was found
             * @enum {string}
             */
            readonly verdict: "match" | "rounded" | "was_true" | "other_form" | "other_unit" | "other_period" | "other_territory" | "no_match" | "ambiguous" | "not_published";
            /** @description the series that the claim is about; null if several may be meant */
            readonly series: {
                /** @description key of the series */
                readonly series_key: string;
                /** @description display title */
                readonly title: string;
                /** @description source */
                readonly provider_code: string;
                /** @description dataset */
                readonly dataset_code: string;
                /** @description measure code */
                readonly measure: string | null;
                /** @description transformation code */
                readonly transformation: string | null;
                /** @description unit code; empty if there is none */
                readonly unit: string;
                /**
                 * @description frequency code
                 * @enum {string}
                 */
                readonly freq: "D" | "W" | "M" | "Q" | "A";
                /** @description territory code of the source */
                readonly geo: string;
                /** @description territory name */
                readonly geo_label: string;
                /**
                 * Format: date
                 * @description first day of the period that has the number, if it is not the period of the claim; the newest one of a month or quarter without a year
                 */
                readonly period: string | null;
            } | null;
            /**
             * Format: date
             * @description first day of the period; null if nothing is published for it
             */
            readonly period: string | null;
            /** @description all estimates of the period, oldest first */
            readonly estimates: readonly components["schemas"]["VerifiedEstimate"][];
            /** @description the release and the cell of the estimate that decides */
            readonly evidence: {
                /** @description number of the release in this installation */
                readonly release_id: number;
                /** @description day on which the source published it */
                readonly published_at: string;
                /** @description name of the file at the source */
                readonly source_file: string | null;
                /** @description where the source publishes it */
                readonly source_url: string | null;
                /** @description SHA-256 of the file or package */
                readonly fingerprint: string;
                /** @description parser that read the file */
                readonly parser: string;
                /** @description the period's value as this release set it */
                readonly value?: number;
                /** @description place of the value, the first if there are several; null if it was not found again */
                readonly locator?: {
                    /** @description name of the file within the release */
                    readonly file: string;
                    /** @description sheet of a workbook */
                    readonly sheet?: string;
                    /** @description cell of the sheet, such as AK19 */
                    readonly cell?: string;
                    /** @description line of a text, from 1; the first line of an element */
                    readonly line?: number;
                    /** @description in delimited text the number of the field in its row, in JSON the character of its line, from 1 */
                    readonly column?: number;
                    /** @description path of the element of an XML or JSON file */
                    readonly element?: string;
                } | null;
                /** @description the text at that place, at most 1,000 characters */
                readonly raw?: string | null;
                /** @description steps from the text to the number, in order; empty if the text is the number itself */
                readonly steps?: readonly string[];
                /** @description the parser that read it again; null if this program no longer has one */
                readonly parser_now?: string | null;
                /** @description whether reading the archived files again gave this very value */
                readonly reproduced?: boolean;
                /** @description why the value could not be reproduced; null if it was */
                readonly problem?: string | null;
            } | null;
            /** @description address of the page of the series as known when that estimate was published */
            readonly permalink: string | null;
            /** @description without values: series that may be meant (`ambiguous`), those under which the claim would be true first, or that have the number (`other_territory`, `other_period`) */
            readonly candidates: readonly components["schemas"]["ClaimCandidate"][];
            /** @description of `not_published`: what is computed here where no publisher has the figure; null if nothing is declared for it */
            readonly computed: {
                /** @description the computed value */
                readonly value: number;
                /** @description its unit */
                readonly unit: string;
                /** @description first day of its period */
                readonly period: string;
                /** @description the steps, as in `derive` of `/api/v1/derived` */
                readonly derive: string;
                /** @description the steps as formulas */
                readonly formula: string;
                readonly inputs: {
                    /** @description key of the published series */
                    readonly series_key: string;
                    /** @description display title */
                    readonly title: string;
                    /** @description source */
                    readonly provider_code: string;
                    /** @description dataset */
                    readonly dataset_code: string;
                    /** @description day on which the last of the values was published */
                    readonly as_of: string;
                };
                /** @description whether the number is the value rounded, or differs by at most 0.05: the inputs are rounded too */
                readonly agrees: boolean;
                /** @description the same as a sentence */
                readonly text: string;
            } | null;
        };
        readonly VerifiedEstimate: {
            /** @description the published value */
            readonly value: number;
            /** @description day of its publication */
            readonly from: string;
            /**
             * Format: date
             * @description last day on which it was the newest; null: it still is
             */
            readonly until: string | null;
        };
        readonly VerifyQuery: {
            /** @description the number of the claim with the digits as written: decimal point or comma, blanks between thousands, minus sign, a per cent sign or a unit behind it. It counts as rounded to its last digit; when omitted, `text` states it */
            readonly value?: string;
            /** @description a sentence that states one number about a series, at most 400 letters, in the place of `value`, `q` and `period`; when omitted, these give the claim */
            readonly text?: string;
            /** @description key of the series; when omitted, `q` names it */
            readonly series?: string;
            /** @description words for the series, as in the search, at most 400 letters; when omitted, `series` names it */
            readonly q?: string;
            /** @description YYYY, YYYY-Qn, YYYY-MM, the first day of the period, or words in either language, such as March 2025 or Q1 2018; the newest period when omitted */
            readonly period?: string;
            /** @description code of the territory, of the source or normalised; when omitted, the one that `q` names, else the country */
            readonly geo?: string;
            /**
             * Format: date
             * @description day of the claim, YYYY-MM-DD: only estimates published on or before it count; all when omitted
             */
            readonly on?: string;
        };
        readonly VintageRow: {
            /** @description first day of the period */
            readonly period: string;
            /** @description parallel to `vintages` */
            readonly values: readonly (number | null)[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ClaimCandidate = components['schemas']['ClaimCandidate'];
export type DatasetBlock = components['schemas']['DatasetBlock'];
export type DatasetList = components['schemas']['DatasetList'];
export type DatasetRow = components['schemas']['DatasetRow'];
export type Estimate = components['schemas']['Estimate'];
export type Estimates = components['schemas']['Estimates'];
export type EstimatesQuery = components['schemas']['EstimatesQuery'];
export type Evidence = components['schemas']['Evidence'];
export type FoundSeries = components['schemas']['FoundSeries'];
export type FoundSeriesItem = components['schemas']['FoundSeriesItem'];
export type NamedSlice = components['schemas']['NamedSlice'];
export type ObservationsQuery = components['schemas']['ObservationsQuery'];
export type SearchQuery = components['schemas']['SearchQuery'];
export type Series = components['schemas']['Series'];
export type SeriesList = components['schemas']['SeriesList'];
export type SeriesRow = components['schemas']['SeriesRow'];
export type Slice = components['schemas']['Slice'];
export type SliceEstimatesQuery = components['schemas']['SliceEstimatesQuery'];
export type SliceObservation = components['schemas']['SliceObservation'];
export type SliceQuery = components['schemas']['SliceQuery'];
export type UpdateRow = components['schemas']['UpdateRow'];
export type Updates = components['schemas']['Updates'];
export type UpdatesQuery = components['schemas']['UpdatesQuery'];
export type Verification = components['schemas']['Verification'];
export type VerifiedEstimate = components['schemas']['VerifiedEstimate'];
export type VerifyQuery = components['schemas']['VerifyQuery'];
export type VintageRow = components['schemas']['VintageRow'];
