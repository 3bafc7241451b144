// What other slices may use of the dictionaries' server.
export { registerDictionary } from './routes.ts'
export { findDictionaries, readLabels } from './service.ts'
