// What runs by the clock is an object with a name: schedules are told by it, not by their id.
import { anyTable, chunks } from '#server/objects/reading.ts'
import type { Db, OwnedKind, TitledKind } from '#server/objects/types.ts'
import type { JobsDeps } from './people.ts'

type Kind = OwnedKind & TitledKind

/** By the id of a schedule; the installation's own have none. */
export type ScheduleNames = ReadonlyMap<string, string>

const atOnce = 500

export async function scheduleNames(
  { metadata: { db }, objectKinds }: JobsDeps,
  schedules: readonly string[],
): Promise<ScheduleNames> {
  const found = await Promise.all(objectKinds.map((kind) => namesOfKind(db, kind, schedules)))
  return new Map(found.flat())
}

async function namesOfKind(
  db: Db,
  { table, fields, schedule }: Kind,
  schedules: readonly string[],
): Promise<[string, string][]> {
  const column = ['name', 'title'].find((name) => Object.hasOwn(fields, name))
  if (!schedule || !column) return []
  const own = new Map(
    schedules.flatMap((text) => {
      const id = Number(text.slice(text.lastIndexOf(' ') + 1))
      return Number.isSafeInteger(id) && schedule.id(id) === text ? [[id, text] as const] : []
    }),
  )
  const parts = await Promise.all(
    [...chunks([...own.keys()], atOnce)].map((ids) =>
      anyTable(db).selectFrom(table).select(['id', column]).where('id', 'in', ids).execute(),
    ),
  )
  return parts.flat().flatMap((row): [string, string][] => {
    const text = own.get(Number(row.id))
    return text === undefined ? [] : [[text, String(row[column])]]
  })
}
