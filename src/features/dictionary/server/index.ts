// What other slices, and the demo, may use of the dictionaries' server.
export { documentDictionary } from '../contract.ts'
export { registerDictionary } from './routes.ts'
export { findDictionaries, namesGames, readLabels } from './service.ts'
