// Notes about things that their reader may not see any more: they are gone from the inbox while that is so. The features
// that own the things say which; what was deleted is closed to nobody, so its notes stay.
import type { Caller, Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'

/** Of these ids of things those that exist and are closed to the caller. */
type ClosedTo = (db: Db, caller: Caller, ids: readonly string[]) => Promise<readonly string[]>

/** By path and parameter. */
const kinds = new Map<string, Map<string, ClosedTo>>()

/** Called once at registration: `paths` are pages that show the thing in this parameter. */
export function tellClosed(paths: readonly string[], closedTo: ClosedTo, parameter = 'id'): void {
  for (const path of paths) kinds.set(path, (kinds.get(path) ?? new Map()).set(parameter, closedTo))
}

/** Links of the caller's notes that lead to such things. */
export async function closedLinks(db: Db, caller: Caller): Promise<string[]> {
  const rows = await db
    .selectFrom('inbox_note')
    .select('link')
    .distinct()
    .where('user_id', '=', caller.id)
    .where('link', 'is not', null)
    .where(living('inbox_note'))
    .execute()
  const asked = Map.groupBy(
    rows.flatMap(({ link }) => thingsAt(link ?? '')),
    ({ closedTo }) => closedTo,
  )
  const found: string[] = []
  for (const [closedTo, things] of asked) {
    const closed = new Set(await closedTo(db, caller, [...new Set(things.map(({ id }) => id))]))
    found.push(...things.flatMap(({ id, link }) => (closed.has(id) ? [link] : [])))
  }
  return found
}

function thingsAt(link: string) {
  const { pathname, searchParams } = new URL(link, 'http://host')
  return [...(kinds.get(pathname) ?? [])].flatMap(([parameter, closedTo]) => {
    const id = searchParams.get(parameter)
    return id === null ? [] : [{ closedTo, id, link }]
  })
}
