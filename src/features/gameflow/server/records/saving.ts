// Adds, changes, deletes and restores records, and settles statements; closed months are never changed.

import type { Deps } from '#server/deps.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { readFields } from '#server/objects/fields.ts'
import { assertGames } from '#server/objects/games.ts'
import { readObject, readObjects } from '#server/objects/reading.ts'
import { cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import type { FlowRecord, RecordChange } from '#features/gameflow/contract.ts'
import { assertOpen, holdMonths } from '../months/locking.ts'
import { recordReaders, recordValues } from './cleaning.ts'
import { shownRecords } from './listing.ts'
import { type FlowRecordKept, records } from './objectKind.ts'

const daysOf = ({ first_day, last_day }: Pick<FlowRecordKept, 'first_day' | 'last_day'>) => ({
  from: first_day,
  to: last_day,
})

export const unsettled = { reason: '', settled_by: null, settled_at: null, settled_difference: null }

/** Without id, or with -1, it adds a record. */
export async function saveRecord(deps: Deps, caller: Caller, change: RecordChange): Promise<FlowRecord> {
  const { id = -1, revision, overwrite } = change
  const row = await deps.metadata.transaction(async (db) => {
    await holdMonths(deps.metadata, db, 'writing')
    const { cgi: _game, ...read } = await readFields({
      cgi: () => assertGames(db, caller, [change.cgi.trim()]),
      ...recordReaders(change, businessDay(deps.settings)),
    })
    const values = recordValues(change, read)
    await assertOpen(db, values.cgi, daysOf(values))
    if (id <= 0) {
      const audited = { cgi: values.cgi, period: values.period, kind: values.kind, amount: values.amount }
      return addObject(db, records, caller, { ...values, ...unsettled }, audited)
    }
    const present = await readObject(db, records, caller, id)
    await assertOpen(db, present.cgi, daysOf(present))
    // Querying the warehouse inside the transaction would block all writers, so the stored record is returned
    // without its comparison.
    return changeObject(db, records, caller, { id, values, revision, overwrite }, (row) =>
      plainly(db, caller, row),
    )
  })
  return shownOne(deps, caller, row)
}

async function shownOne(deps: Deps, caller: Caller, row: FlowRecordKept): Promise<FlowRecord> {
  return (await shownRecords(deps, caller, [row]))[0] as FlowRecord
}

/** The values that a form compares. */
async function plainly(_db: Db, _caller: Caller, row: FlowRecordKept): Promise<Partial<FlowRecord>> {
  const { id, revision, kind, period, cgi, channel, server, currency, amount, basis, note } = row
  return { id, revision, kind, period, cgi, channel, server, currency, amount, basis, note }
}

export const deleteRecords = (deps: Deps, caller: Caller, ids: readonly number[]): Promise<null> =>
  deps.metadata.transaction(async (db) => {
    await holdMonths(deps.metadata, db, 'writing')
    for (const row of await readObjects(db, records, caller, ids)) await assertOpen(db, row.cgi, daysOf(row))
    await deleteObjects(db, records, caller, ids)
    return null
  })

export const restoreRecords = (deps: Deps, caller: Caller, ids: readonly number[]): Promise<null> =>
  deps.metadata.transaction(async (db) => {
    await holdMonths(deps.metadata, db, 'writing')
    for (const row of await readObjects(db, records, caller, ids, { deleted: true }))
      await assertOpen(db, row.cgi, daysOf(row))
    await restoreObjects(db, records, caller, ids)
    return null
  })

export async function settleRecord(
  deps: Deps,
  caller: Caller,
  id: number,
  { reason: typed, settled }: { reason: string; settled: boolean },
): Promise<FlowRecord> {
  const present = await readObject(deps.metadata.db, records, caller, id)
  if (present.kind !== 'statement') throw new AppError('parameter_wrong', '只有渠道账单需要核对')
  const reason = cleanText(typed, '差异原因', 2_000)
  const { match } = await shownOne(deps, caller, present)
  const difference = match?.difference ?? null
  if (settled && difference === null)
    throw new AppError('parameter_wrong', match?.problem || '无法比较，不能核销')
  if (settled && reason === '' && match?.state !== 'equal')
    throw new AppError('parameter_wrong', '请写下差异的原因', { fields: { reason: '请写下差异的原因' } })
  const row = await deps.metadata.transaction(async (db) => {
    await holdMonths(deps.metadata, db, 'writing')
    await assertOpen(db, present.cgi, daysOf(present))
    const values = {
      reason,
      settled_by: settled ? caller.id : null,
      settled_at: settled ? new Date().toISOString() : null,
      settled_difference: settled ? difference : null,
    }
    // The user settles the amount that was compared; if the amount changed meanwhile, this is a conflict.
    const { revision } = present
    return changeObject(db, records, caller, { id, values, revision }, (kept) => plainly(db, caller, kept))
  })
  return shownOne(deps, caller, row)
}
