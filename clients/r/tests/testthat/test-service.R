# With the sample of a real service, whose address and token are in RYAD_URL and RYAD_TOKEN.
inflation <- "z7w59v18z36wzfeo"
growth <- "ycowe7zbqp9rhk93"

live <- function() {
  skip_if(Sys.getenv("RYAD_URL") == "", "needs RYAD_URL and RYAD_TOKEN of a service with the sample")
  ryad()
}

test_that("a service without an address is refused, and its token is not printed", {
  expect_error(ryad(""), "name the service")
  expect_output(print(ryad("http://x/", token = "secret")), "^<ryad http://x>$")
  expect_false(any(grepl("secret", capture.output(str(ryad("http://x", token = "secret"))))))
})

test_that("series are a column each, and a period that one lacks is empty", {
  wide <- ryad_series(live(), c(growth, inflation), start = "2012-01", end = as.Date("2014-12-31"))
  expect_identical(names(wide), c("period", growth, inflation))
  expect_s3_class(wide$period, "Date")
  expect_true(anyNA(wide[[growth]]))
  expect_false(is.unsorted(wide$period))
})

test_that("a slice has all of its pages, and the codes of each series", {
  whole <- ryad_data(live(), "cpi_weekly", geo = "all")
  paged <- ryad_data(live(), "cpi_weekly", geo = "all", limit = 2)
  expect_identical(whole, paged)
  expect_true(all(c("unit", "freq", "geo_label", "period", "value", "as_of") %in% names(whole)))
  known <- ryad_data(live(), "gdp", geo = "country", freq = c("A", "Q"), as_of = as.Date("2016-04-30"))
  expect_true(all(known$as_of <= as.Date("2016-04-30")))
})

test_that("a search, a catalogue, vintages, evidence and a claim are answered", {
  service <- live()
  words <- "\u0438\u043d\u0444\u043b\u044f\u0446\u0438\u044f \u0437\u0430 \u0434\u0432\u0435\u043d\u0430\u0434\u0446\u0430\u0442\u044c \u043c\u0435\u0441\u044f\u0446\u0435\u0432"
  expect_identical(ryad_search(service, words)$series_key[1], inflation)
  expect_true(growth %in% ryad_catalogue(service, "gdp")$series_key)
  estimates <- ryad_vintages(service, growth)
  expect_gt(nrow(estimates), length(unique(estimates$period)))
  expect_s3_class(estimates$published_at, "Date")
  expect_identical(ryad_verify(service, 5.59, series = inflation, period = "2025-12")$verdict, "match")
  expect_identical(ryad_evidence(service, inflation, as.Date("2025-12-01"))$releases$raw, "5.59")
  expect_gt(nrow(ryad_datasets(service)), 10)
})

test_that("estimates of a slice and updates have all of their pages", {
  service <- live()
  whole <- ryad_estimates(service, "gdp", geo = "country", which = "first")
  paged <- ryad_estimates(service, "gdp", geo = "country", which = "first", limit = 1)
  expect_identical(whole, paged)
  expect_identical(anyDuplicated(whole[c("series_key", "period")]), 0L)
  updates <- ryad_updates(service, as.Date("2018-01-01"), limit = 5)
  expect_identical(nrow(updates), nrow(ryad_datasets(service)))
  expect_s3_class(updates$day, "Date")
})

test_that("an answer without rows is a frame without rows", {
  none <- ryad_data(live(), "cpi_weekly", geo = "all", start = "2090")
  expect_identical(nrow(none), 0L)
  expect_identical(nrow(ryad_series(live(), inflation, start = "2090")), 0L)
})

test_that("a refusal has the words of the service", {
  fault <- tryCatch(ryad_data(live(), "nope"), ryad_error = identity)
  expect_identical(list(fault$status, fault$code), list(404L, "NOT_FOUND"))
  wrong <- tryCatch(ryad_search(live(), "gdp", limit = 999), ryad_error = identity)
  expect_match(conditionMessage(wrong), "^limit: Input should be less than or equal to")
  expect_error(ryad_data(live(), "gdp", "country"), "name every filter")
})
