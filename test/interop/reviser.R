# The panel of a running service in reviser, the package of R for the analysis of revisions: the first and the latest release of each period,
# and the bias of the first ones.
#
# Usage: Rscript reviser.R ORIGIN TOKEN SERIES_KEY; prints one line of JSON.
suppressMessages(library(reviser))
given <- commandArgs(trailingOnly = TRUE)
address <- paste0(given[1], "/api/v1/panel?series=", given[3], "&every=release&format=csv")
panel <- read.csv2(curl::curl(address, handle = curl::new_handle(httpheader = paste0("X-API-Key: ", given[2]))), dec = ".")

# an empty cell is a period that was not published yet
known <- panel[!is.na(panel$value), ]
vintages <- data.frame(
  time = as.Date(known$period), pub_date = as.Date(known$day), value = known$value, id = known$series_key
)
first <- get_first_release(vintages)
latest <- get_latest_release(vintages)
both <- merge(as.data.frame(first), as.data.frame(latest), by = "time", suffixes = c(".first", ".latest"))
revision <- both$value.latest - both$value.first
# the final release is taken as the truth that the first one is compared with
analysis <- suppressWarnings(get_revision_analysis(first, latest, degree = 1))
cat(jsonlite::toJSON(list(
  periods = nrow(both), mean = mean(revision), mean_absolute = mean(abs(revision)), minimum = min(revision),
  maximum = max(revision), bias = analysis$`Bias (mean)`, observations = analysis$N
), auto_unbox = TRUE, digits = NA), "\n", sep = "")
