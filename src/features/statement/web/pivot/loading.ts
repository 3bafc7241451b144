// Loads a pivot's tables in parallel; a newer request aborts all of them.
import { askTable, type FiguresSource } from '../report/asking/loading.ts'
import { pivotRequests } from './requests.ts'

export const pivotSource: FiguresSource = {
  keyOf: (reportId, info) => `pivot${JSON.stringify([reportId, pivotRequests(info).map((one) => one.info)])}`,
  read: async (request) => {
    const requests = pivotRequests(request.info)
    const tables = await Promise.all(
      requests.map(({ info }, at) =>
        // Each with its own id, because a newer request aborts an older one with the same id.
        askTable(at === 0 ? request : { ...request, requestId: `${request.requestId}-${at}` }, info),
      ),
    )
    const [table, ...others] = tables
    if (!table) throw new Error('a pivot asks for one table at least')
    return { table, parts: others.map((one, at) => ({ dims: requests[at + 1]?.dims ?? [], table: one })) }
  },
}
