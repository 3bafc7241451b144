// Calls of the dictionaries: named lists of values that give codes their names. Those of the specification keep its
// paths, nouns and prefixes; what it leaves open stands under a prefix of ours.
export * from './contract/editing.ts'
export * from './contract/managing.ts'
export * from './contract/reading.ts'
export * from './contract/standing.ts'
