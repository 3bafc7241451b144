// Calls of the game flow: revenue by game, channel and server, records made by hand and what they are reconciled with,
// month close, rates and shares, and where the facts come from. Given ones keep their paths.
export * from './contract/flow.ts'
export * from './contract/months.ts'
export * from './contract/rates.ts'
export * from './contract/records.ts'
export { baseCurrency } from './contract/shared.ts'
export * from './contract/source.ts'
