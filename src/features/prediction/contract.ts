// Forecasts and the anomaly search: all calls, and what both pages share.
export * from './contract/address.ts'
export * from './contract/interval.ts'
export * from './contract/scenarios.ts'
export * from './contract/searching.ts'
export * from './contract/shared.ts'
