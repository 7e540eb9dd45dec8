# One function for each question; the answers are data frames, their days of class Date.

# Series of one page, the most that the service takes.
page_series <- 300L

ryad_datasets <- function(service = ryad()) {
  as_frame(ask(service, "/api/v1/reference/datasets")$items)
}

ryad_catalogue <- function(service, dataset) {
  as_frame(ask(service, "/api/v1/reference/series", list(dataset = dataset))$items)
}

ryad_search <- function(service, words, limit = 20, ...) {
  as_frame(ask(service, "/api/v1/series/search", list(q = words, limit = limit, ...))$items)
}

ryad_series <- function(service, keys, ...) {
  read <- ask(service, "/api/v1/observations", list(series = keys, ...))
  as_wide(as_frame(read$observations), keys)
}

ryad_data <- function(service, dataset, ...) {
  selection <- list(dataset = dataset, ...)
  if (is.null(selection[["limit"]])) selection[["limit"]] <- page_series
  pages <- list()
  offset <- 0
  while (!is.null(offset)) {
    selection[["offset"]] <- offset
    page <- ask(service, "/api/v1/data", selection)
    pages[[length(pages) + 1]] <- with_codes(as_frame(page$observations), page$series)
    offset <- page$next_offset
  }
  do.call(rbind, pages)
}

ryad_vintages <- function(service, key, ...) {
  as_frame(ask(service, paste0("/api/v1/series/", curl::curl_escape(key), "/estimates"), list(...))$estimates)
}

ryad_evidence <- function(service, key, period = NULL) {
  ask(service, paste0("/api/v1/series/", curl::curl_escape(key), "/evidence"), list(period = period))
}

ryad_verify <- function(service, value, ...) {
  ask(service, "/api/v1/verify", list(value = value, ...))
}
