// Calls of the report configuration: dimensions, points, the tables that they stand on, their categories. Paths under
// `/api/s1/data/` are given, those under `/api/s1/config/` ours.
//
// One definition, whatever its kind, is saved by addOrUpdateAna… (saving.ts), checked while it is typed by check…
// (checking.ts), and asked about by `{kind}/{id}`: who names it (using.ts), what became of it (past.ts). Lists come by
// GraphQL: allDimension and allPoint in pages, allConfig whole.
export * from './contract/checking.ts'
export * from './contract/effect.ts'
export * from './contract/graph.ts'
export * from './contract/many.ts'
export * from './contract/past.ts'
export * from './contract/personal.ts'
export * from './contract/proposing.ts'
export * from './contract/reading.ts'
export * from './contract/saving.ts'
export { type Cell, type DefinitionKind, definitionKinds, definitionTitles } from './contract/shared.ts'
export * from './contract/standing.ts'
export * from './contract/using.ts'
