// The audit log, newest first. User, action and time are found by indexes; a text is searched in chunks, so
// that a million rows block nobody. It is found as it is stored and by the names that are shown in place of codes.

import { setImmediate } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import { isAllRows } from '#semantic/model/rowScope.ts'
import { momentOfDay } from '#server/businessMoment.ts'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/metadata/schema.ts'
import { folded, hasPartIn } from '#server/metadata/textParts.ts'
import { codeNames } from '#server/objects/codeNames.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { type SeenPerson, seenPeople } from '#server/people.ts'
import { auditTitle } from '#shared/auditTitles.ts'
import type { BusinessClock } from '#shared/businessDay.ts'
import type { AuditList, AuditQuery, AuditRow } from '../contract.ts'
import { codesInDetail, type Declared, meaningOf, wordedDetail } from './auditWords.ts'

const usualLimit = 200
/** Rows whose details are searched before other requests get a turn. */
const atOnce = 2_500
/** Rows that are skipped before other requests get a turn. */
const passedAtOnce = 50_000

export async function listAudit(
  { metadata: { db }, settings }: Deps,
  declared: Declared,
  caller: Caller,
  question: AuditQuery,
  signal: AbortSignal,
): Promise<AuditList> {
  const people = await seenPeople(db, caller)
  const { offset = 0, limit = usualLimit, search = '' } = question
  const found = asked(db, caller, people, question, settings)
  const needle = search.trim()
  const { ids, total } =
    needle === ''
      ? await pageOf(found, offset, limit)
      : await searched(db, found, needle, { offset, limit, signal, declared })
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('audit').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
  const nameOfCode = await codeNames(
    db,
    rows.flatMap(({ detail }) => codesInDetail(detail)),
  )
  const nameOf = new Map(people.map(({ id, username }) => [id, username]))
  return {
    rows: rows.map(
      ({ id, at, user_id, action, detail }): AuditRow => ({
        id,
        at,
        who: user_id === null ? '' : (nameOf.get(user_id) ?? `编号 ${user_id}`),
        action,
        title: auditTitle(action),
        detail: wordedDetail(action, detail, declared, nameOfCode),
      }),
    ),
    total,
    people: people.map(({ username }) => username).sort(),
  }
}

type Found = SelectQueryBuilder<Database, 'audit', { id: number }>

function asked(
  db: Db,
  caller: Caller,
  people: readonly SeenPerson[],
  { who, action, object, from, to }: AuditQuery,
  clock: BusinessClock,
): Found {
  let found = db.selectFrom('audit').select('id') as Found
  if (!isAllRows(caller)) {
    const ids = people.map(({ id }) => id)
    found = found.where('user_id', 'in', ids.length > 0 ? ids : [-1])
  }
  if (who === '-') found = found.where('user_id', 'is', null)
  else if (who) {
    const wanted = people.find(({ username, email }) => username === who || email === who)
    found = found.where('user_id', '=', wanted?.id ?? -1)
  }
  if (action) found = found.where('action', '=', action)
  // All actions with the prefix, as one range of the index.
  if (object) found = found.where('action', '>=', `${object}.`).where('action', '<', `${object}/`)
  if (from) found = found.where('at', '>=', momentOfDay(from, 0, clock))
  if (to) found = found.where('at', '<', momentOfDay(to, 1, clock))
  return found
}

async function pageOf(
  found: Found,
  offset: number,
  limit: number,
): Promise<{ ids: number[]; total: number }> {
  const { count } = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const [from, left] = await downTo(found, offset)
  const rows = await from.orderBy('id', 'desc').offset(left).limit(limit).execute()
  return { ids: rows.map(({ id }) => id), total: Number(count) }
}

/** Rows from a later position of the list, and how many rows must still be skipped. */
async function downTo(found: Found, offset: number): Promise<[Found, number]> {
  let from = found
  let left = offset
  for (; left > passedAtOnce; left -= passedAtOnce) {
    const next = await from.orderBy('id', 'desc').offset(passedAtOnce).limit(1).executeTakeFirst()
    if (!next) break
    from = found.where('id', '<=', next.id)
    await setImmediate()
  }
  return [from, left]
}

interface Searching {
  offset: number
  limit: number
  signal: AbortSignal
  declared: Declared
}

/**
 * Searches the filtered rows from the newest on, in chunks, and counts the matches. The store finds rows that may match
 * by a name; whether they do is known from what they show.
 */
async function searched(
  db: Db,
  found: Found,
  needle: string,
  { offset, limit, signal, declared }: Searching,
): Promise<{ ids: number[]; total: number }> {
  const newest = await db
    .selectFrom('audit')
    .select((select) => select.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const meaning = await meaningOf(db, declared, needle)
  const mayHold = found
    .where((is) =>
      is.or([
        hasPartIn(db, ['detail'], needle),
        ...meaning.details.map((name) => is('detail', 'like', `%"${name}":%`)),
        ...(meaning.actions.length > 0 ? [is('action', 'in', meaning.actions)] : []),
      ]),
    )
    .select(['action', 'detail'])
    .orderBy('id', 'desc')
  const named = new Set(meaning.actions)
  const holds = ({ action, detail }: { action: string; detail: string }) =>
    named.has(action) ||
    [detail, wordedDetail(action, detail, declared, meaning.nameOf)].some((text) =>
      folded(text).includes(folded(needle)),
    )
  const ids: number[] = []
  let total = 0
  for (let end = Number(newest.id ?? 0); end > 0; end -= atOnce) {
    signal.throwIfAborted()
    const piece = await mayHold
      .where('id', '<=', end)
      .where('id', '>', end - atOnce)
      .execute()
    for (const { id } of piece.filter(holds)) {
      if (total >= offset && ids.length < limit) ids.push(id)
      total += 1
    }
    await setImmediate()
  }
  return { ids, total }
}
