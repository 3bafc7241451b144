# Forecasts of ten public series from six origins each by ets and auto.arima, as JSON on the standard output.
suppressMessages(library(forecast))
series <- list(
  AirPassengers = AirPassengers, wineind = wineind, USAccDeaths = USAccDeaths, nottem = nottem,
  woolyrnq = woolyrnq, UKgas = UKgas, gold = ts(as.numeric(na.interp(gold))), lynx = lynx, Nile = Nile,
  WWWusage = WWWusage
)
numbers <- function(values) paste(format(as.numeric(values), digits = 10, trim = TRUE), collapse = ",")
told <- sapply(names(series), function(name) {
  values <- as.numeric(series[[name]])
  period <- frequency(series[[name]])
  horizon <- if (period == 1) 10 else 2 * period
  count <- length(values)
  origins <- round(seq(max(round(count * 0.6), 3 * period + 2), count - horizon, length.out = 6))
  runs <- sapply(origins, function(origin) {
    known <- ts(values[1:origin], frequency = period)
    told <- sapply(list(ets(known), auto.arima(known)), function(model) {
      found <- forecast(model, h = horizon, level = c(80, 95))
      sprintf(
        '{"mean":[%s],"low":[[%s],[%s]],"high":[[%s],[%s]]}', numbers(found$mean),
        numbers(found$lower[, 1]), numbers(found$lower[, 2]), numbers(found$upper[, 1]), numbers(found$upper[, 2])
      )
    })
    sprintf('{"origin":%d,"ets":%s,"arima":%s}', origin, told[1], told[2])
  })
  sprintf(
    '{"name":"%s","period":%d,"horizon":%d,"values":[%s],"runs":[%s]}',
    name, period, horizon, numbers(values), paste(runs, collapse = ",")
  )
})
cat("[", paste(told, collapse = ","), "]", sep = "")
