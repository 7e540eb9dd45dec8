# Answers as data frames: days become Date, and an empty answer is a frame without rows.

day_columns <- c(
  "period", "as_of", "published_at", "superseded_at", "withdrawn_at", "last_period", "first_period", "day",
  "latest_published_at"
)
code_columns <- c("indicator", "classification", "measure", "transformation", "unit", "freq", "geo", "geo_label", "title")

as_frame <- function(rows) {
  frame <- if (is.data.frame(rows)) rows else data.frame()
  for (column in intersect(day_columns, names(frame))) frame[[column]] <- as.Date(frame[[column]])
  frame
}

# The codes of its series before each value; a code that the dataset lacks is NA.
with_codes <- function(values, series) {
  if (nrow(values) == 0) return(values)
  own <- match(values$series_key, series$series_key)
  codes <- lapply(code_columns, function(column) {
    if (is.null(series[[column]])) rep(NA_character_, length(own)) else as.character(series[[column]])[own]
  })
  names(codes) <- code_columns
  cbind(as.data.frame(codes, stringsAsFactors = FALSE), values)
}

# A row for each period, a column for each series in the order of the keys; a period that a series lacks is NA.
as_wide <- function(values, keys) {
  periods <- if (nrow(values) == 0) as.Date(character()) else sort(unique(values$period))
  wide <- data.frame(period = periods)
  for (key in keys) {
    own <- values[values$series_key == key, , drop = FALSE]
    wide[[key]] <- as.numeric(own$value)[match(periods, own$period)]
  }
  wide
}
