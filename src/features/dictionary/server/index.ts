// What other features and the demo may use of the dictionary server.
export { documentDictionary } from '../contract.ts'
export { namesGames } from './games.ts'
export { labelsIn, labelsOfCodes, type ValueNames, valueNames } from './labels.ts'
export { dictionaries } from './objectKind.ts'
export { readHeads } from './repo.ts'
export { findDictionaries, readLabels, readOwnLabels } from './service.ts'
export { type DictionaryTables, dictionaryTables } from './sqlTables.ts'
export { codeKey } from './tables.ts'
