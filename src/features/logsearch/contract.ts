// The calls of log search: where logs are, what fields they have, lines that match, and how they are told apart.
export * from './contract/exporting.ts'
export * from './contract/lines.ts'
export * from './contract/places.ts'
export * from './contract/searching.ts'
export * from './contract/tailing.ts'
export * from './contract/values.ts'
