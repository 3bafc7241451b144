// Fetches a pivot's tables at once; a newer question ends all of them.
import { askTable, type FiguresSource } from '../report/asking/loading.ts'
import { pivotRequests } from './requests.ts'

export const pivotSource: FiguresSource = {
  keyOf: (reportId, info) => `pivot${JSON.stringify([reportId, pivotRequests(info).map((one) => one.info)])}`,
  read: async (request) => {
    const requests = pivotRequests(request.info)
    const tables = await Promise.all(
      requests.map(({ info }, at) =>
        // Each its own id: a newer request of one id ends the older.
        askTable(at === 0 ? request : { ...request, requestId: `${request.requestId}-${at}` }, info),
      ),
    )
    const [table, ...others] = tables
    if (!table) throw new Error('a pivot asks for one table at least')
    return { table, parts: others.map((one, at) => ({ dims: requests[at + 1]?.dims ?? [], table: one })) }
  },
}
