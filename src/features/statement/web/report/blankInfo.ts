// What a report starts from before its first save.
import type { ReportInfo } from '#semantic/model/types.ts'

export const blankInfo: ReportInfo = { dims: [], points: [], dateRange: { relative: 'last7' } }
