// Calls of the SQL workspace: tables, runs and their results, saved queries, temp tables, exports.
export * from './contract/exports.ts'
export * from './contract/library.ts'
export {
  chartAggregates,
  columnStatistics,
  compareResults,
  type FoundCells,
  filterOps,
  findInResult,
  mostListed,
  type ResultChart,
  type ResultComparison,
  type ResultStatistics,
  type ResultValueList,
  resultChart,
  resultValues,
  resultView,
  selectionStatistics,
} from './contract/results.ts'
export {
  cancelQuery,
  dropResult,
  explainSql,
  keepResult,
  lightingSqlQuery,
  lightRows,
  listSqlQueryHistory,
  longestSql,
  mostLimit,
  type PlanStep,
  queryById,
  queryLight,
  querySql,
  type ResultCell,
  type ResultColumn,
  type Run,
  type RunBody,
  type RunKind,
  type RunParameters,
  type RunProblem,
  type RunStatus,
  runKinds,
  runStatuses,
  type TypedValue,
  usualLimit,
} from './contract/runs.ts'
export * from './contract/saved.ts'
export * from './contract/snippets.ts'
export * from './contract/tables.ts'
export * from './contract/temporary.ts'
