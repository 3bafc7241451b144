// Runs a report's statement over kept sums of its facts, where these give the same result. After a failure
// the facts are queried: sums only serve speed.
import type { ReportSums } from '#semantic/model/types.ts'
import type { SumsNote, SumsStore } from '#server/warehouse/sums/types.ts'
import type { RunRequest, RunResult, Warehouse } from '#server/warehouse/types.ts'
import { dayNumber } from '#shared/day.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Prepared } from '../compiling.ts'

type Asked = Pick<Prepared, 'sql' | 'params' | 'tables'> & Partial<Pick<Prepared, 'readSums' | 'range'>>
type Wanted = Omit<RunRequest, 'sql' | 'params' | 'pool' | 'sums'>
type Ran = RunResult & { sums: SumsNote[] }

/** Failures that are not caused by the sums. */
const others: ErrorCode[] = ['query_canceled', 'query_timeout', 'server_busy', 'warehouse_unavailable']

export async function runReport(warehouse: Warehouse, asked: Asked, wanted: Wanted): Promise<Ran> {
  const { sql, params, tables, readSums, range } = asked
  const overFacts = async () => ({
    ...(await warehouse.run({ ...wanted, sql, params, pool: 'report' })),
    sums: [],
  })
  const store = readSums === undefined ? null : await warehouse.readSums()
  if (readSums === undefined || !store?.isLong(tables)) return overFacts()
  const sums = await readSums()
  const ran = await runOverSums(warehouse, store, sums, wanted)
  const lacking = sums.wanted().filter(({ fact }) => !ran?.sums.some(({ table }) => table === fact))
  store.asked(lacking, range ? dayNumber(range.until) - dayNumber(range.from) : null)
  return ran ?? overFacts()
}

/** Null where they do not answer it, or cannot now. */
async function runOverSums(
  warehouse: Warehouse,
  store: SumsStore,
  sums: ReportSums,
  wanted: Wanted,
): Promise<Ran | null> {
  const over = sums.over(store.kept(sums.wanted().map(({ fact }) => fact)))
  const found = over && store.uses(over.names)
  if (over === null || !found) return null
  const { sql, params, names } = over
  try {
    const ran = await warehouse.run({ ...wanted, sql, params, pool: 'report', sums: found.uses })
    store.answered(names)
    return { ...ran, sums: found.notes }
  } catch (error) {
    if (error instanceof AppError && others.includes(error.code)) throw error
    // Where their facts were published meanwhile, the sums are already gone.
    if (store.uses(names)) await store.spoilt(names, (error as Error).message)
    return null
  }
}
