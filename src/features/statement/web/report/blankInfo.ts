// The initial definition of a new report.
import type { ReportInfo } from '#semantic/model/types.ts'

export const blankInfo: ReportInfo = { dims: [], points: [], dateRange: { relative: 'last7' } }
