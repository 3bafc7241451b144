// Changes saved reports along with a point, instead of their editors: with revision, history and audit. The
// rights were checked for the whole change.
import { infoChanges } from '#semantic/model/infoWords.ts'
import { holdsRows, isAllRows, noRows } from '#semantic/model/rowScope.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { changeObject } from '#server/objects/changing.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from '#server/objects/types.ts'
import { scopesOf } from '#server/people.ts'
import { everybody } from '#server/scopes/seen.ts'

type Definition = ObjectRow & { info: string; author_id: number | null }

type Written = Pick<Definition, 'author_id' | 'owner_id'> & { id: number }

/** Like the report slice's kind, limited to what a point's change affects. */
const reportsOf = (model: Model): ObjectKind<Definition> => {
  const nameIn = (things: readonly { id: number; name: string }[]) => (id: number) =>
    things.find((one) => one.id === id)?.name ?? `#${id}`
  const names = { dimension: nameIn(model.dimensions), point: nameIn(model.points) }
  const read = (stored: unknown) => JSON.parse(String(stored)) as ReportInfo
  return {
    table: 'report',
    name: 'report',
    fields: {
      info: { title: '定义', show: () => '', parts: (from, to) => infoChanges(read(from), read(to), names) },
    },
    seen: everybody,
    runs: 'never',
    keepsBefore: true,
    taken: { field: 'name', message: '此名称已被使用，请换一个' },
  }
}

/** Users with the report open get a conflict when they save. */
export async function reportWriter(db: Db, model: Model, caller: Caller) {
  const kind = reportsOf(model)
  const authorAfter = await authorsAfter(db, caller.id)
  return async ({ id, author_id, owner_id }: Written, after: ReportInfo): Promise<void> => {
    const values = { info: JSON.stringify(after), author_id: authorAfter(author_id ?? owner_id) }
    await changeObject(db, kind, caller, { id, values }, () => null)
  }
}

/**
 * The new author of a report, whose row limits apply to embeds: the replacing user, except where that would
 * show rows which the author of the rest may not see.
 */
async function authorsAfter(db: Db, userId: number): Promise<(author: number) => number> {
  const scopes = await scopesOf(db)
  const own = scopes.get(userId) ?? noRows
  return (author) => {
    const theirs = scopes.get(author) ?? noRows
    return holdsRows(own, theirs) && !isAllRows(theirs) ? author : userId
  }
}
