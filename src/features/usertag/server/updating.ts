// Changes custom tags: all or none, each with its previous state, and undone as long as nobody has changed
// the same tags since.
import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { Sent } from '#server/http/registerCall.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { userNames } from '#server/objects/history.ts'
import { nameKey } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { AppError } from '#shared/errors.ts'
import { mostTags, type SignedQuery, type TagChange, type TagHistory, type TagsChanged } from '../contract.ts'
import { cleanChange, type Step } from './cleaning.ts'
import { isKnown } from './counting.ts'
import { gameOf, missingPlayer } from './looking.ts'
import { contentOf, contentText, type KeptTag, keptTags, ownTags, type TagContent } from './ownTags.ts'
import { shownValue } from './showing.ts'
import { verify } from './signing.ts'
import type { Player } from './statement.ts'
import { userTagChange } from './tables.ts'
import { useUp } from './usedOnce.ts'

const mostHistory = 500

export async function updateTags(
  deps: Deps,
  caller: Caller,
  { body, query }: { body: TagChange; query: SignedQuery },
  sent: Sent,
  signal: AbortSignal,
): Promise<TagsChanged> {
  const now = Date.now()
  const verified = verify(deps.settings, sent, query, now)
  // The signature is used up whatever becomes of the change; a refused change must be signed anew.
  await deps.metadata.transaction((db) => useUp(db, verified, now))
  const player = { cgi: body.cgi, id: body.id.trim() }
  const { db } = deps.metadata
  const game = await gameOf(db, caller, player)
  const steps = cleanChange(body)
  if ((await keptTags(db, player)).length === 0 && !(await isKnown(deps, player, signal)))
    throw missingPlayer(game, player)
  return deps.metadata.transaction(async (inside) => {
    const batch = await applySteps(inside, caller, player, steps, null)
    if (batch !== null) await audit(inside, caller, 'change', player, steps, batch)
    return { batch, tags: await ownTags(inside, player) }
  })
}

const audit = (
  db: Db,
  { id: userId }: Caller,
  verb: 'change' | 'undo',
  { cgi, id }: Player,
  steps: readonly Step[],
  batch: string,
): Promise<void> =>
  writeAudit(db, {
    userId,
    action: `userTag.${verb}`,
    detail: {
      cgi,
      player: id,
      set: steps.flatMap(({ after }) => (after ? [after.name] : [])),
      remove: steps.flatMap(({ name, after }) => (after ? [] : [name])),
      batch,
    },
  })

/** The batch id; null when nothing would change. */
export async function applySteps(
  db: Db,
  caller: Caller,
  player: Player,
  steps: readonly Step[],
  undid: string | null,
): Promise<string | null> {
  const present = new Map((await keptTags(db, player)).map((row) => [row.name_key, row]))
  const batch = randomUUID()
  const at = new Date().toISOString()
  let changed = 0
  for (const step of steps) {
    const key = nameKey(step.name)
    const before = present.get(key)
    if (isSo(before, step.after)) continue
    if (step.revision !== undefined && step.revision !== (before?.revision ?? 0))
      throw await conflictOf(db, player, step, before)
    const { id } = await db
      .insertInto('user_tag_change')
      .values({
        batch,
        undid,
        cgi: player.cgi,
        player_id: player.id,
        name: step.name,
        at,
        user_id: caller.id,
        before: before ? contentText(contentOf(before)) : null,
        after: step.after && contentText(step.after),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!(await write(db, caller, player, { key, before, after: step.after, id, at })))
      throw await conflictOf(db, player, step, before)
    if (step.after) present.set(key, {} as KeptTag)
    else present.delete(key)
    changed += 1
  }
  if (present.size > mostTags) throw new AppError('parameter_wrong', `一个玩家最多 ${mostTags} 个自定义标签`)
  return changed > 0 ? batch : null
}

const isSo = (before: KeptTag | undefined, after: TagContent | null): boolean =>
  before ? after !== null && contentText(contentOf(before)) === contentText(after) : after === null

interface Written {
  key: string
  before: KeptTag | undefined
  after: TagContent | null
  /** Id of the change. */
  id: number
  at: string
}

/** Whether the tag was still in the state that had been read. */
async function write(
  db: Db,
  caller: Caller,
  { cgi, id: player_id }: Player,
  { key, before, after, id, at }: Written,
): Promise<boolean> {
  const values = after && {
    name: after.name,
    kind: after.kind,
    value: JSON.stringify(after.value),
    set_at: at,
    set_by: caller.id,
    revision: id,
  }
  if (!before) {
    if (!values) return true
    const added = await db
      .insertInto('user_tag')
      .values({ cgi, player_id, name_key: key, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return Number(added.numInsertedOrUpdatedRows ?? 0) === 1
  }
  const where = { cgi, player_id, name_key: key, revision: before.revision }
  if (values) {
    const { numUpdatedRows } = await db
      .updateTable('user_tag')
      .set(values)
      .where(({ and }) => and(where))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }
  const { numDeletedRows } = await db
    .deleteFrom('user_tag')
    .where(({ and }) => and(where))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

async function conflictOf(
  db: Db,
  player: Player,
  { name }: Step,
  before: KeptTag | undefined,
): Promise<AppError> {
  const by = before ? ((await userNames(db, [before.set_by])).get(before.set_by) ?? '') : ''
  const what = before ? `已被 ${by || '他人'} 改为「${shownValue(contentOf(before))}」` : '已被他人改动或删除'
  return new AppError('object_conflict', `标签「${name}」${what}，请刷新后再改`, {
    tags: await ownTags(db, player),
  })
}

/** Throws object_conflict when one of the tags was changed since. */
export function undoChange(deps: Deps, caller: Caller, batch: string): Promise<TagsChanged> {
  return deps.metadata.transaction(async (db) => {
    const rows = await db
      .selectFrom('user_tag_change')
      .selectAll()
      .where(seenBy(db, userTagChange, caller))
      .where('batch', '=', batch)
      .orderBy('id')
      .execute()
    const [first] = rows
    if (!first) throw new AppError('object_missing', '没有这次修改，或你不能看这个游戏')
    const player = { cgi: first.cgi, id: first.player_id }
    const steps = rows.map(
      ({ id, name, before, after }): Step => ({
        name,
        after: before === null ? null : (JSON.parse(before) as TagContent),
        revision: after === null ? 0 : id,
      }),
    )
    const undone = await applySteps(db, caller, player, steps, batch)
    if (undone !== null) await audit(db, caller, 'undo', player, steps, undone)
    return { batch: undone, tags: await ownTags(db, player) }
  })
}

/** Newest first. Reading a player's history counts as a look-up and is recorded. */
export async function tagHistory(deps: Deps, caller: Caller, given: Player): Promise<TagHistory> {
  const player = { ...given, id: given.id.trim() }
  const { db } = deps.metadata
  const detail = { cgi: player.cgi, player: player.id, history: true }
  await writeAudit(db, { userId: caller.id, action: 'userTag.lookUp', detail })
  await gameOf(db, caller, player)
  const rows = await db
    .selectFrom('user_tag_change')
    .selectAll()
    .where('cgi', '=', player.cgi)
    .where('player_id', '=', player.id)
    .orderBy('id', 'desc')
    .limit(mostHistory)
    .execute()
  const names = await userNames(
    db,
    rows.map(({ user_id }) => user_id),
  )
  const told = (content: string | null) =>
    content === null ? '' : shownValue(JSON.parse(content) as TagContent)
  return [...Map.groupBy(rows, ({ batch }) => batch).values()].map((changes) => {
    const { batch, at, user_id, undid } = changes[0] as (typeof rows)[number]
    return {
      batch,
      at,
      by: names.get(user_id) ?? '',
      undid: undid !== null,
      changes: changes
        .map(({ name, before, after }) => ({ name, from: told(before), to: told(after) }))
        .toReversed(),
    }
  })
}
