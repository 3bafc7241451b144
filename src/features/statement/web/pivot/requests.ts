// Builds a pivot's requests from the report's definition on screen.
import { type PivotRequest, requestsOf } from '#semantic/model/pivot/requests.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { askedInfo } from '../report/asking/request.ts'

/** The first request covers the whole pivot, with row dimensions before column dimensions. */
export const pivotRequests = (info: ReportInfo): PivotRequest[] =>
  requestsOf({ ...askedInfo(info), ...(info.pivot && { pivot: info.pivot }) })
