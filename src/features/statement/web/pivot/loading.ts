// Fetches a pivot's tables at once, under one request id: a newer question ends all of them.
import { call } from '../../../../web/api/client.ts'
import { getReportDataByInfo } from '../../contract.ts'
import type { FiguresSource } from '../report/loading.ts'
import { pivotRequests } from './requests.ts'

export const pivotSource: FiguresSource = {
  keyOf: (reportId, info) => `pivot${JSON.stringify([reportId, pivotRequests(info).map((one) => one.info)])}`,
  read: async ({ reportId, info, signal, requestId }) => {
    const requests = pivotRequests(info)
    const tables = await Promise.all(
      requests.map((request, at) =>
        call(
          getReportDataByInfo,
          { body: { ...(reportId === null ? {} : { reportId }), info: request.info } },
          // Each its own id: equal ids of one page would end one another.
          { signal, requestId: at === 0 ? requestId : `${requestId}-${at}`, quiet: true, loading: null },
        ),
      ),
    )
    const [table, ...others] = tables
    if (!table) throw new Error('a pivot asks for one table at least')
    return {
      table,
      parts: others.map((one, at) => ({ dims: requests[at + 1]?.dims ?? [], table: one })),
    }
  },
}
