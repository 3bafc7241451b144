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
    sprintf(
      '{"origin":%d,"ets":[%s],"arima":[%s]}', origin,
      numbers(forecast(ets(known), h = horizon)$mean), numbers(forecast(auto.arima(known), h = horizon)$mean)
    )
  })
  sprintf(
    '{"name":"%s","period":%d,"horizon":%d,"values":[%s],"runs":[%s]}',
    name, period, horizon, numbers(values), paste(runs, collapse = ",")
  )
})
cat("[", paste(told, collapse = ","), "]", sep = "")
