// Hands a user's things over to another owner, in one transaction: each keeps its history, which tells of it.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { noteChanges } from '#server/objects/history.ts'
import { claimNames, freeNames } from '#server/objects/names.ts'
import { anyTable } from '#server/objects/reading.ts'
import type { Caller, Db, ObjectKind, ObjectRow, OwnedKind } from '#server/objects/types.ts'
import { presentUser } from '#server/people.ts'
import { AppError } from '#shared/errors.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import { type Handing, mostNamed } from '#features/management/contract.ts'
import { handDown } from '#features/statement/server/index.ts'
import { managedUser } from '../users.ts'
import { type Owned, readOwned, titleOf } from './reading.ts'

interface People {
  from: number
  to: number
}
type Thing = { kind: string; id: number | string }

const shownNames = 8

export async function handingOf(
  { metadata: { db } }: Deps,
  kinds: readonly OwnedKind[],
  caller: Caller,
  people: People,
): Promise<Handing> {
  const { from, to } = await bothOf(db, caller, people)
  const owned = await readOwned(db, kinds, from, to)
  const goes = owned.filter(({ stays }) => stays === null)
  const told = [
    ...owned.flatMap((one) => (one.stays === null ? [] : [{ one, text: one.stays, stays: true }])),
    ...goes.flatMap((one) => one.changes.map((text) => ({ one, text, stays: false }))),
    ...goes.flatMap((one) =>
      one.renamed === null ? [] : [{ one, text: '接收人已有同名的：名称后加上原所有者', stays: false }],
    ),
  ]
  const groups = Map.groupBy(told, ({ one, text }) => `${one.kind.name} ${text}`)
  return {
    kinds: [...Map.groupBy(goes, ({ kind }) => kind)].map(([kind, some]) => ({
      title: titleOf(kind),
      count: some.length,
    })),
    count: goes.length,
    changes: [...groups.values()].map((some) => ({
      title: some[0] ? titleOf(some[0].one.kind) : '',
      names: some.slice(0, shownNames).map(({ one }) => nameOf(one)),
      count: some.length,
      text: some[0]?.text ?? '',
      stays: some[0]?.stays ?? false,
    })),
  }
}

const nameOf = ({ row }: Owned): string =>
  String(row.name ?? row.report_name ?? row.title ?? row.prefix ?? row.code ?? row.id)

export async function handOver(
  { metadata }: Deps,
  kinds: readonly OwnedKind[],
  caller: Caller,
  { only, ...people }: People & { only?: readonly Thing[] | undefined },
): Promise<{ count: number; moved: Thing[] }> {
  return metadata.transaction(async (db) => {
    const { from, to } = await bothOf(db, caller, people)
    const wanted = only && new Set(only.map(({ kind, id }) => `${kind} ${id}`))
    const owned = (await readOwned(db, kinds, from, to)).filter(
      ({ stays, kind, row }) => stays === null && (!wanted || wanted.has(`${kind.name} ${row.id}`)),
    )
    if (owned.length === 0) throw new AppError('parameter_wrong', '没有可以移交的内容')
    for (const one of owned) await give(db, caller, one, from, to)
    // A folder opens to its owner what is shared in it.
    await handDown(db)
    const counts = [...Map.groupBy(owned, ({ kind }) => titleOf(kind))].map(
      ([title, some]) => `${title} ${some.length}`,
    )
    const detail = {
      id: from.id,
      from: from.email,
      to: to.email,
      count: owned.length,
      things: counts.join('、'),
    }
    await writeAudit(db, { userId: caller.id, action: 'user.give', detail })
    if (to.id !== caller.id)
      await tellInboxes(db, [to.id], {
        key: `handed ${from.id} ${Date.now()}`,
        title: `${from.username} 的 ${owned.length} 项内容移交给你了`,
        text: counts.join('、'),
        level: 'info',
        source: { kind: 'handing', id: null },
        at: new Date(),
      })
    const moved = owned.map(({ kind, row }) => ({ kind: kind.name, id: row.id }))
    return { count: owned.length, moved: moved.length > mostNamed ? [] : moved }
  })
}

/** Both must be the caller's to manage: a thing's new owner sees by it what its former one saw. */
async function bothOf(db: Db, caller: Caller, { from, to }: People) {
  if (from === to) throw new AppError('parameter_wrong', '请选择另一位用户')
  await managedUser(db, caller, from)
  await managedUser(db, caller, to)
  const receiver = await presentUser(db, to)
  if (!receiver) throw new AppError('parameter_wrong', '接收人已停用，请先恢复使用或选择他人')
  return { from: await ownerOf(db, from), to: receiver }
}

/** As far as they saw before they were disabled. */
async function ownerOf(db: Db, id: number): Promise<SessionUser> {
  const owner = await presentUser(db, id, { disabled: true })
  if (!owner) throw new AppError('object_missing')
  return owner
}

async function give(
  db: Db,
  caller: Caller,
  { kind: owned, row, renamed }: Owned,
  from: SessionUser,
  to: SessionUser,
): Promise<void> {
  const kind = owned as unknown as ObjectKind<ObjectRow>
  const values = {
    owner_id: to.id,
    ...(renamed !== null && { name: renamed }),
    // Whoever edits it at the moment is told, instead of writing the former owner back.
    ...(!kind.schedule?.namesRevision && { revision: row.revision + 1 }),
  }
  await freeNames(db, kind, row)
  await anyTable(db).updateTable(kind.table).set(values).where('id', '=', row.id).execute()
  await claimNames(db, kind, { ...row, ...values })
  if (kind.schedule)
    await db
      .updateTable('job_schedule')
      .set({ user_id: to.id })
      .where('id', '=', kind.schedule.id(Number(row.id)))
      .execute()
  const changes = [
    { field: 'owner_id', title: '所有者', from: from.username, to: to.username },
    ...(renamed === null ? [] : [{ field: 'name', title: '名称', from: String(row.name), to: renamed }]),
  ]
  // Its earlier states can still be gone back to, with the new owner.
  const before = kind.keepsBefore ? JSON.stringify(renamed === null ? {} : { name: row.name }) : null
  await noteChanges(db, kind, caller, 'change', [{ id: row.id, changes, before }])
}
