// Freezes, thaws, deletes and restores one alarm or many: all or none.
import type { Deps } from '#server/deps.ts'
import { changeObject } from '#server/objects/changing.ts'
import { readObjects } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { alarms } from '../objectKinds.ts'

/** `until`: the moment from which it counts as thawed; null: until somebody thaws it. */
export async function freeze(
  { metadata }: Deps,
  caller: Caller,
  ids: readonly number[],
  until: string | null,
): Promise<null> {
  const frozen_until = until === null ? null : momentOf(until)
  return setFrozen(metadata, caller, ids, { frozen: 1, frozen_until })
}

export const thaw = ({ metadata }: Deps, caller: Caller, ids: readonly number[]): Promise<null> =>
  setFrozen(metadata, caller, ids, { frozen: 0, frozen_until: null })

function setFrozen(
  { transaction }: Deps['metadata'],
  caller: Caller,
  ids: readonly number[],
  values: { frozen: number; frozen_until: string | null },
): Promise<null> {
  return transaction(async (db) => {
    for (const { id } of await readObjects(db, alarms, caller, ids))
      await changeObject(db, alarms, caller, { id, values }, () => null)
    return null
  })
}

/** As ISO; throws for an invalid or past moment. */
function momentOf(text: string): string {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new AppError('parameter_wrong', `冻结至「${text}」不是有效的时间`)
  if (at <= Date.now()) throw new AppError('parameter_wrong', '冻结至的时间已经过去，请选择以后的时间')
  if (at > Date.now() + 3_660 * 86_400_000)
    throw new AppError('parameter_wrong', '冻结最长 10 年；长期不用请不填时间')
  return new Date(at).toISOString()
}
