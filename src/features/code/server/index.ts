// What other slices may use of the SQL workspace's server: how its texts are cleaned, what SQL may see, how values
// are given to it, what its objects are.

export { isRepeatable } from './runs/cacheKey.ts'
export { clearResults, sizeOfResults } from './runs/clearing.ts'
export { columnsOf } from './runs/columns.ts'
export { sightKey } from './runs/rows.ts'
export { tablesInScope } from './runs/scope.ts'
export { sandboxParameters } from './runs/work.ts'
export { savedQueries } from './saved/kind.ts'
export { cleanFolder, cleanName, cleanParameters, cleanSql } from './saved/texts.ts'
export { openQueries, stopQuery } from './saved/watching.ts'

/** Names beside codes; read when there are rows to show, not with the server. */
export const labelsOfColumns = async (
  ...given: Parameters<typeof import('./saved/naming.ts').labelsOfColumns>
) => (await import('./saved/naming.ts')).labelsOfColumns(...given)
