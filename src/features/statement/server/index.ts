// What other slices may import from the server part of data reports.
export {
  changeBases,
  explainCell,
  explainChange,
  explainColumns,
  getReportBy,
  getReportColumns,
  getReportDataByInfo,
  getReportQueryParam,
  getViewMeta,
  getVocabulary,
  type NamedInfo,
  type ReportTable,
  type ReportTableColumn,
  reportInfoSchema,
  resolveReport,
  type ShownPivot,
} from '../contract.ts'
export { assertEditable, mayEdit, maySee } from './access.ts'
export { dataMarks, markedDays } from './dataMarks.ts'
export { exportReport } from './exports/exporting.ts'
export { type Figures, figuresInScope } from './figures.ts'
export { FileWrites } from './fileWrites.ts'
export { handDown } from './handing.ts'
export { otherName, subtotalName } from './marks.ts'
export { readReports, readView, type StoredReport, type View } from './repo.ts'
export { namesIn } from './reportChanges.ts'
export { findReport } from './reports.ts'
export { tableText } from './resultText.ts'
export { cleanName, cleanRemark } from './texts.ts'
export { type ColumnNames, columnNames, namedBy } from './valueNames.ts'
export { findView } from './views.ts'

/** Drops what background reports hold; loaded when it has to go. */
export const dropRecords = async (
  ...given: Parameters<typeof import('./background/dropping.ts').dropRecords>
) => (await import('./background/dropping.ts')).dropRecords(...given)
