# One function for each question; the answers are data frames, their days of class Date.

# Series of one page, and updates of one: the most that the service takes.
page_series <- 300L
page_updates <- 500L

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
  read <- function(page) with_codes(as_frame(page$observations), page$series)
  read_pages(service, "/api/v1/data", page_series, list(dataset = dataset, ...), read)
}

ryad_estimates <- function(service, dataset, ...) {
  read <- function(page) with_codes(as_frame(page$estimates), page$series)
  read_pages(service, "/api/v1/estimates", page_series, list(dataset = dataset, ...), read)
}

ryad_updates <- function(service, since, ...) {
  read_pages(service, "/api/v1/updates", page_updates, list(since = since, ...), function(page) as_frame(page$items))
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

# One frame of all pages.
read_pages <- function(service, path, limit, selection, read) {
  if (is.null(selection[["limit"]])) selection[["limit"]] <- limit
  frames <- list()
  offset <- 0
  while (!is.null(offset)) {
    selection[["offset"]] <- offset
    page <- ask(service, path, selection)
    frames[[length(frames) + 1]] <- read(page)
    offset <- page$next_offset
  }
  # a page without rows has no columns either
  filled <- Filter(function(frame) nrow(frame) > 0, frames)
  if (length(filled) == 0) frames[[1]] else do.call(rbind, filled)
}
