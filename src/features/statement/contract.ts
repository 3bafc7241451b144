// Calls of data reports: folders (view types), views (view metas), their reports, the figures, the export.
export * from './contract/background.ts'
export * from './contract/board.ts'
export { getReportQueryParam, type QueryDimension, type QueryPoint } from './contract/choices.ts'
export {
  type ChangeByDimension,
  changeBases,
  type ExplainedChange,
  type ExplainedDimension,
  type ExplainedPoint,
  explainCell,
  explainChange,
  explainColumns,
} from './contract/explain.ts'
export * from './contract/export.ts'
export {
  type Audience,
  addOrUpdateViewMeta,
  addOrUpdateViewType,
  deleteViewMeta,
  deleteViewType,
  getViewMeta,
  listGrantees,
  looseFolderId,
  markView,
  sharedFolderId,
  type TreeKind,
  updateOrder,
  type ViewMeta,
  type ViewType,
  whoSees,
} from './contract/folders.ts'
export * from './contract/history.ts'
export * from './contract/home.ts'
export * from './contract/naming.ts'
export * from './contract/players.ts'
export * from './contract/reports.ts'
export { keyPattern, type NamedInfo, reportInfoSchema } from './contract/request.ts'
export type { Cell, ReportSumsNote, ReportTable, ReportTableColumn } from './contract/table.ts'
