library(testthat)
library(ryad)

test_check("ryad")
