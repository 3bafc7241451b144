// Forecasts of daily series. Pure and deterministic: the same days give the same figures.
export { type Backtest, backtest } from './backtest.ts'
export { expectedOf, forecast, forecastGently, forecastInPieces } from './forecast.ts'
export type { Form } from './form.ts'
export { methodText } from './method.ts'
export type {
  Band,
  CalendarMark,
  DayValue,
  ExpectedDay,
  Fit,
  FitOptions,
  Forecast,
  ForecastOptions,
  Method,
} from './types.ts'
