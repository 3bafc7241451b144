// The calls of log search: where logs are, their fields, matching lines, and statistics.
export * from './contract/exporting.ts'
export * from './contract/lines.ts'
export * from './contract/places.ts'
export * from './contract/searching.ts'
export * from './contract/tailing.ts'
export * from './contract/values.ts'
