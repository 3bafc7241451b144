// What other slices may use of the SQL workspace's server: normalizing texts, visible tables, binding values,
// its object kinds, queries that are sent.
export { getOdpsTables, querySql } from '../contract.ts'
export { isRepeatable } from './runs/cacheKey.ts'
export { clearResults, sizeOfResults } from './runs/clearing.ts'
export { sightKey } from './runs/rows.ts'
export { tablesInScope } from './runs/scope.ts'
export { sandboxParameters } from './runs/work.ts'
export { savedQueries } from './saved/objectKind.ts'
export { cleanFolder, cleanName, cleanParameters, cleanSql } from './saved/texts.ts'
export { tellQueryUses } from './saved/uses.ts'
export { openQueries, stopQuery } from './saved/watching.ts'

/** Labels of codes; loaded when there are rows to show, not with the server. */
export const labelsOfColumns = async (
  ...given: Parameters<typeof import('./saved/naming.ts').labelsOfColumns>
) => (await import('./saved/naming.ts')).labelsOfColumns(...given)

/** Names in the place of codes in whole files. */
export const fileNames = () => import('./saved/naming.ts')

/** Their names, whoever may run them. */
export const savedQueriesKnown = async (
  ...given: Parameters<typeof import('./saved/sending.ts').savedQueriesKnown>
) => (given[1].length === 0 ? new Map<string, never>() : (await sentQueries()).savedQueriesKnown(...given))

export type { SentQuery, SentResult } from './saved/sending.ts'

/** Saved queries that are sent; loaded with the first one. */
export const sentQueries = () => import('./saved/sending.ts')

/** Results, files and temp tables that hold a table's rows; loaded when they are to go. */
export const keptRows = () => import('./runs/erasing.ts')
