# A service, and one request to it.
#
# Only a refusal that names its seconds (429 or 503 with Retry-After) is sent again: it charged nothing. Any other failure may have been
# charged, so it goes to the caller.

ryad <- function(url = Sys.getenv("RYAD_URL"), token = Sys.getenv("RYAD_TOKEN"), patience = 70, timeout = 60) {
  if (!is.character(url) || length(url) != 1 || is.na(url) || !nzchar(url)) {
    stop("name the service: ryad(\"https://...\"), or set RYAD_URL", call. = FALSE)
  }
  # the token is kept out of what prints and of what str() shows
  secret <- token
  structure(
    list(url = sub("/+$", "", url), token = function() secret, patience = patience, timeout = timeout),
    class = "ryad"
  )
}

print.ryad <- function(x, ...) {
  cat("<ryad ", x$url, ">\n", sep = "")
  invisible(x)
}

# The answer, its tables as data frames.
ask <- function(service, path, parameters = list()) {
  if (!inherits(service, "ryad")) stop("the first argument is a service: ryad(\"https://...\")", call. = FALSE)
  address <- paste0(service$url, path, query_text(parameters))
  began <- Sys.time()
  repeat {
    answer <- curl::curl_fetch_memory(address, new_handle(service))
    body <- rawToChar(answer$content)
    Encoding(body) <- "UTF-8"
    if (answer$status_code < 300) return(read_answer(body, address))
    wait <- seconds_to_wait(answer)
    waited <- as.numeric(difftime(Sys.time(), began, units = "secs"))
    if (is.na(wait) || waited + wait > service$patience) stop(refusal(answer$status_code, body))
    Sys.sleep(wait)
  }
}

new_handle <- function(service) {
  handle <- curl::new_handle(timeout_ms = as.integer(service$timeout * 1000))
  token <- service$token()
  headers <- c(Accept = "application/json", if (nzchar(token)) c(Authorization = paste("Bearer", token)))
  do.call(curl::handle_setheaders, c(list(handle), as.list(headers)))
  handle
}

seconds_to_wait <- function(answer) {
  if (!answer$status_code %in% c(429, 503)) return(NA_real_)
  headers <- curl::parse_headers_list(answer$headers)
  value <- headers[["retry-after"]]
  if (is.null(value)) NA_real_ else suppressWarnings(as.numeric(value))
}

# A vector is a repeated parameter: a code may have a comma in it.
query_text <- function(parameters) {
  if (length(parameters) > 0 && (is.null(names(parameters)) || any(names(parameters) == ""))) {
    stop("name every filter, as geo = \"country\"", call. = FALSE)
  }
  pairs <- unlist(lapply(names(parameters), function(name) {
    value <- parameters[[name]]
    if (is.null(value)) NULL else paste0(name, "=", curl::curl_escape(parameter_text(value)))
  }))
  if (length(pairs) == 0) "" else paste0("?", paste(pairs, collapse = "&"))
}

# as.character would write 100000 as 1e+05
parameter_text <- function(value) {
  if (inherits(value, c("Date", "POSIXt"))) return(format(value, "%Y-%m-%d"))
  if (is.numeric(value)) return(format(value, scientific = FALSE, digits = 15, trim = TRUE))
  enc2utf8(as.character(value))
}

read_answer <- function(body, address) {
  tryCatch(
    jsonlite::fromJSON(body),
    error = function(fault) stop(condition(200, "", paste0("the answer of ", address, " is no JSON; is a Ryad service there?"), NULL))
  )
}

# The refusal in the words of the service; a proxy has no words for us.
refusal <- function(status, body) {
  read <- tryCatch(jsonlite::fromJSON(body, simplifyVector = FALSE), error = function(fault) list())
  if (!is.null(read$detail)) {
    words <- vapply(read$detail, function(one) paste0(one$loc[[length(one$loc)]], ": ", one$msg), "")
    return(condition(status, "INVALID_PARAMETERS", paste(words, collapse = "; "), NULL))
  }
  said <- read$error
  message <- if (is.null(said$message)) paste("HTTP", status) else said$message
  condition(status, if (is.null(said$code)) "" else said$code, message, said$hint)
}

condition <- function(status, code, message, hint) {
  words <- if (is.null(hint)) message else paste0(message, " (", hint, ")")
  structure(
    class = c("ryad_error", "error", "condition"),
    list(message = words, call = NULL, status = status, code = code, hint = hint)
  )
}
