// Marks a view as checked until a day, or as retired from one on. A check ends when a report of the view changes.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { changeObject } from '#server/objects/changing.ts'
import { holdObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { presentUsers } from '#server/people.ts'
import { living } from '#server/scopes/life.ts'
import { type Marking, standingAfter, thingsText } from '#server/standing.ts'
import { AppError } from '#shared/errors.ts'
import { pages } from '#shared/pages.ts'
import type { Standing } from '#shared/standing.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import { assertEditable, maySee } from './access.ts'
import { readNaming, viewsAs } from './objectKinds.ts'
import { readView, type View } from './repo.ts'

interface ViewMarking extends Marking {
  id: number
  revision?: number | undefined
  dryRun?: boolean | undefined
}

export function markView(
  deps: Deps,
  user: SessionUser,
  { id, revision, dryRun = false, ...marking }: ViewMarking,
): Promise<{ people: number }> {
  const { dialect, transaction } = deps.metadata
  return transaction(async (db) => {
    const view = await livingView(db, user, id)
    const people = await peopleUsing(db, user, view)
    if (dryRun) return { people: people.size }
    const kind = viewsAs(await readNaming(db))
    await holdObject(db, dialect, kind, user, id)
    const after = standingAfter(deps, user.username, view.standing, marking)
    const { checkedAt = new Date().toISOString() } = marking.verifiedUntil ? {} : view.standing
    const standing = JSON.stringify({ ...after, ...(after.verified && { checkedAt }) })
    const shown = async () => ({ id })
    await changeObject(db, kind, user, { id, values: { standing }, revision }, shown)
    const { retired } = after
    return { people: marking.retiredFrom && retired ? await tell(db, view, retired, people) : 0 }
  })
}

async function livingView(db: Db, caller: Caller, id: number): Promise<View> {
  const view = await readView(db, id)
  if (view?.deleted) throw new AppError('object_missing')
  assertEditable(caller, view)
  return view
}

/** Whose reports, subscriptions and embeds stand on the view, without the caller and without those who don't see it. */
async function peopleUsing(db: Db, caller: Caller, { id, ...view }: View): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  const note = (userId: number, thing: string) => found.set(userId, [...(found.get(userId) ?? []), thing])
  if (view.ownerId !== caller.id) note(view.ownerId, '视图')
  const reports = await db
    .selectFrom('report')
    .select(['report_name', 'owner_id'])
    .where('view_meta_id', '=', id)
    .where(living('report'))
    .execute()
  for (const { report_name, owner_id } of reports) note(owner_id, `报表「${report_name}」`)
  const subscriptions = await db
    .selectFrom('subscription')
    .select(['name', 'owner_id'])
    .where('view_id', '=', id)
    .where(living('subscription'))
    .execute()
  for (const { name, owner_id } of subscriptions) note(owner_id, `订阅「${name}」`)
  const embeds = await db
    .selectFrom('report_embed')
    .select('owner_id')
    .where('view_meta_id', '=', id)
    .where('enabled', '=', 1)
    .execute()
  for (const { owner_id } of embeds) note(owner_id, '嵌入链接')
  found.delete(caller.id)
  const users = await presentUsers(db, [...found.keys()])
  return new Map(
    [...found].filter(([userId]) => {
      const user = users.get(userId)
      return user !== undefined && maySee(user, view)
    }),
  )
}

/** Each reads only of their own things. */
async function tell(
  db: Db,
  { id, name }: View,
  { from, note, by }: NonNullable<Standing['retired']>,
  people: ReadonlyMap<number, string[]>,
): Promise<number> {
  let told = 0
  const at = new Date()
  for (const [userId, things] of people) {
    const reached = await tellInboxes(db, [userId], {
      key: `retired view ${id} ${at.getTime()}`,
      title: `视图「${name}」自 ${from} 停用`,
      text: `${note === '' ? '' : `${note}。`}与你有关：${thingsText(things)}。停用后仍可打开，订阅照常发送，直到它被删除。由 ${by} 设置。`,
      level: 'warning',
      source: { kind: 'definition', id: null },
      link: pages.statement({ id }),
      at,
    })
    told += reached.length
  }
  return told
}
