// What a pivot asks the server for, from a report's definition on screen.
import { type PivotRequest, requestsOf } from '#semantic/model/pivot/requests.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { askedInfo } from '../report/asking/request.ts'

/** The first is the whole, rows before columns. */
export const pivotRequests = (info: ReportInfo): PivotRequest[] =>
  requestsOf({ ...askedInfo(info), ...(info.pivot && { pivot: info.pivot }) })
