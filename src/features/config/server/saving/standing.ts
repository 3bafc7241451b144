// Marks a point as checked until a day, or as retired from a day on: a save like any other, with history and way back.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUsers } from '#server/people.ts'
import { type Marking, standingAfter, thingsText } from '#server/standing.ts'
import { AppError } from '#shared/errors.ts'
import type { Standing } from '#shared/standing.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import { forgetModel, readModel } from '../model.ts'
import { peopleUsing } from '../using/people.ts'
import { beginSaving, saveWithin } from './save.ts'

interface PointMarking extends Marking {
  id: number
  revision?: number | undefined
  dryRun?: boolean | undefined
}

export async function markPoint(
  deps: Deps,
  user: SessionUser,
  marking: PointMarking,
): Promise<{ people: number; revision: number }> {
  const { duplicateKeys = [] } = await readModel(deps)
  const done = await deps.metadata.transaction(async (db) => {
    const known = await beginSaving(deps, db, 'point', duplicateKeys)
    const point = known.model.points.find(({ id }) => id === marking.id)
    if (!point) throw new AppError('object_missing')
    const people = await peopleUsing(db, known.model, point.id)
    people.delete(user.id)
    if (marking.dryRun) return { people: (await presentUsers(db, [...people.keys()])).size, revision: 0 }
    const standing = standingAfter(deps, user.username, point.info, marking)
    const change = { id: point.id, revision: marking.revision, standing }
    const { revision } = await saveWithin(db, known, user, 'point', change, { compiles: false })
    const isRetired = marking.retiredFrom != null && standing.retired
    const told = isRetired ? await tell(db, point.name, isRetired, people) : 0
    return { people: told, revision }
  })
  forgetModel(deps.metadata)
  return done
}

/** Each reads only of their own things. */
async function tell(
  db: Db,
  name: string,
  { from, note, by }: NonNullable<Standing['retired']>,
  people: ReadonlyMap<number, string[]>,
): Promise<number> {
  let told = 0
  const at = new Date()
  for (const [id, things] of people) {
    const reached = await tellInboxes(db, [id], {
      key: `retired ${name} ${at.getTime()}`,
      title: `指标「${name}」自 ${from} 停用`,
      text: `${note === '' ? '' : `${note}。`}你的${thingsText(things)}用到它。停用后仍会计算，删除前请换成别的指标。由 ${by} 设置。`,
      level: 'warning',
      source: { kind: 'definition', id: null },
      at,
    })
    told += reached.length
  }
  return told
}
