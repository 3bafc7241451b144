// Forecasts of daily series. Pure and deterministic: the same days give the same figures.
export { backtest, backtestGently } from './backtest.ts'
export { expectedOf, forecast, forecastGently } from './forecast.ts'
export type { Form } from './form.ts'
export { methodText } from './method.ts'
export { type AddedEffect, sumOf, withEffects } from './paths.ts'
export type { CalendarMark, DayValue, ExpectedDay, Forecast, Paths } from './types.ts'
