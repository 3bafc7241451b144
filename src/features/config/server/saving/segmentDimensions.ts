// The two dimensions of a segment: whether a row's player is in it now, and whether on the row's day. They
// are ordinary dimensions, but only changed on the segments' page.

import { segmentValues } from '#semantic/model/segments.ts'
import type { SegmentInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import type { Caller, Db, ObjectKind } from '#server/objects/types.ts'
import { readModel } from '../model.ts'
import { kindsOf, refusesDimension, type Stored } from '../objectKinds.ts'
import { assertUnused } from '../using/uses.ts'
import { beginSaving } from './save.ts'

export interface SegmentDimensions {
  now: number
  day: number
}

export interface NamedSegment {
  id: number
  name: string
  /** The segment's note. */
  note: string
  players: string[]
}

function objects(): ObjectKind<Stored['dimension']> {
  return {
    ...kindsOf().dimension,
    // The segment's owner may change its dimensions here, unless the owner's rows are limited by them.
    refuses: (caller, { id }) => refusesDimension(caller, id),
    taken: { field: 'name', message: '已有同名的维度，请换一个名称' },
  }
}

const begin = async (deps: Deps, db: Db) =>
  beginSaving(deps, db, 'dimension', (await readModel(deps)).duplicateKeys ?? [])

const ofDay = (name: string): string => `${name}（当日）`

const told = ({ name, note }: NamedSegment, when: SegmentInfo['when']): string =>
  [
    note,
    when === 'now'
      ? `玩家现在是否在人群「${name}」里（按最近一次算出的名单）`
      : `玩家在数据当天是否在人群「${name}」里；没有保留名单的日期为空`,
  ]
    .filter((line) => line !== '')
    .join('\n')

const valuesOf = (segment: NamedSegment, when: SegmentInfo['when']) => ({
  name: when === 'now' ? segment.name : ofDay(segment.name),
  describe: told(segment, when),
  info: JSON.stringify({
    segment: { id: segment.id, players: segment.players, when },
    valueOrder: Object.values(segmentValues),
  }),
})

/** For a new segment, in its transaction. Throws name_taken where another dimension has its name. */
export async function addSegmentDimensions(
  db: Db,
  caller: Caller,
  segment: NamedSegment,
): Promise<SegmentDimensions> {
  const add = async (when: SegmentInfo['when']): Promise<number> => {
    const values = {
      ...valuesOf(segment, when),
      table_id: null,
      count_quantum: null,
      update_frequency: 'day',
      cgi_filter: 1,
      types: 'string',
      form_type: 'multiSelect',
      create_time: new Date().toISOString(),
      dim_type_id: null,
    }
    return (await addObject(db, objects(), caller, values, { name: values.name })).id
  }
  return { now: await add('now'), day: await add('day') }
}

/** Runs in the transaction that saves the segment. */
export async function putSegmentDimensions(
  deps: Deps,
  db: Db,
  caller: Caller,
  segment: NamedSegment,
  known: SegmentDimensions | null,
): Promise<SegmentDimensions> {
  await begin(deps, db)
  if (known === null) return addSegmentDimensions(db, caller, segment)
  for (const when of ['now', 'day'] as const) {
    const values = valuesOf(segment, when)
    await changeObject(db, objects(), caller, { id: known[when], values }, (row) => row)
  }
  return known
}

/**
 * Throws object_in_use where a report, an alarm or a rule uses one of them, or a push task targets the
 * segment.
 */
export async function removeSegmentDimensions(
  deps: Deps,
  db: Db,
  caller: Caller,
  { now, day }: SegmentDimensions,
): Promise<void> {
  const { model } = await begin(deps, db)
  await deleteObjects(db, objects(), caller, [now, day])
  await assertUnused(db, model, caller, 'dimension', new Set([now, day]), '人群')
}

export async function bringBackSegmentDimensions(
  deps: Deps,
  db: Db,
  caller: Caller,
  { now, day }: SegmentDimensions,
): Promise<void> {
  await begin(deps, db)
  await restoreObjects(db, objects(), caller, [now, day])
}
