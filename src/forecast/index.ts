// Forecasts of daily series. Pure and deterministic: the same days give the same figures.
export { type Backtest, backtest, backtestGently } from './backtest.ts'
export { expectedOf, forecast, forecastGently, forecastInPieces } from './forecast.ts'
export type { Form } from './form.ts'
export { methodText } from './method.ts'
export { type AddedEffect, type ExpectedSum, sumOf, withEffects } from './paths.ts'
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
  Paths,
} from './types.ts'
