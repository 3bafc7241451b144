// Calls of the dictionaries: named lists of values that give codes their names. Given ones keep their
// paths, nouns and prefixes; additional ones stand under a prefix of ours.
export * from './contract/editing.ts'
export * from './contract/managing.ts'
export * from './contract/reading.ts'
export * from './contract/standing.ts'
