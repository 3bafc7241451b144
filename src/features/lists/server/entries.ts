// Entries of the black and the white list: read, saved, deleted and restored, in the caller's games.
import type { Deps } from '#server/deps.ts'
import { hasPartIn } from '#server/metadata/textParts.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { readFields } from '#server/objects/fields.ts'
import { assertGames, gamesOf } from '#server/objects/games.ts'
import { readObject } from '#server/objects/reading.ts'
import { objectHistory } from '#server/objects/services.ts'
import { telling } from '#server/objects/telling.ts'
import { cleanText } from '#server/objects/texts.ts'
import type { Caller, Db, ObjectKind } from '#server/objects/types.ts'
import { seenIn } from '#server/scopes/condition.ts'
import { livingIn } from '#server/scopes/life.ts'
import { businessDay } from '#shared/businessDay.ts'
import type { ChangeHistory } from '#shared/changeHistory.ts'
import { AppError } from '#shared/errors.ts'
import type { EntryChange, EntryKind, EntryList, EntryQuery, ListEntry } from '../contract.ts'
import { type ListMasks, masksFor } from './masking.ts'
import { type Entry, whiteEntries } from './objectKinds.ts'
import { cleanExpiry, cleanReason, cleanValue } from './values.ts'
import { publishingRefusal } from './white/content.ts'

export type EntryKindOf = ObjectKind<Entry>
type Table = 'black_entry'

const usualLimit = 1_000
const columns = {
  value: 'value',
  cgi: 'cgi',
  kind: 'kind',
  reason: 'reason',
  source: 'source',
  expiresOn: 'expires_on',
  createdAt: 'created_at',
  modifiedAt: 'modified_at',
} as const

export async function listEntries(
  deps: Deps,
  listed: EntryKindOf,
  caller: Caller,
  question: EntryQuery,
): Promise<EntryList> {
  const { sort = 'modifiedAt', desc = question.sort === undefined, offset = 0, limit = usualLimit } = question
  const { db } = deps.metadata
  const today = businessDay(deps.settings)
  const masks = await masksFor(deps, caller)
  const found = questioned(db, listed, caller, { ...question, masked: masks.kinds }, today)
  // The order would tell what the masks hide.
  const by = sort === 'value' && masks.kinds.length > 0 ? 'createdAt' : sort
  const [rows, { count }, games] = await Promise.all([
    found
      .selectAll()
      .orderBy(columns[by], desc ? 'desc' : 'asc')
      .orderBy('id', desc ? 'desc' : 'asc')
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    gamesOf(db, caller),
  ])
  return {
    rows: await shownEntries(db, listed, { caller, masks, today }, rows as Entry[]),
    total: Number(count),
    games,
    refusal: listed === whiteEntries ? publishingRefusal(deps) : null,
  }
}

function questioned(
  db: Db,
  { table, seen }: EntryKindOf,
  caller: Caller,
  { search = '', cgi, kind, source, state, masked }: EntryQuery & { masked: readonly EntryKind[] },
  today: string,
) {
  // Both tables have the same columns.
  let found = db
    .selectFrom(table as Table)
    .where(livingIn(table))
    .where(seenIn(db, table, seen, caller))
  if (cgi !== undefined) found = found.where('cgi', '=', cgi)
  if (kind !== undefined) found = found.where('kind', '=', kind)
  if (source !== undefined) found = found.where('source', '=', source)
  if (state === 'expired') found = found.where('expires_on', '<', today)
  if (state === 'active')
    found = found.where((where) =>
      where.or([where('expires_on', 'is', null), where('expires_on', '>=', today)]),
    )
  const part = search.trim()
  if (part === '') return found
  if (masked.length === 0) return found.where(hasPartIn(db, ['value', 'reason', 'note'], part))
  // A search for a value would tell whose entry it is.
  return found.where((where) =>
    where.or([
      hasPartIn(db, ['reason', 'note'], part),
      where.and([where('kind', 'not in', [...masked]), hasPartIn(db, ['value'], part)]),
    ]),
  )
}

interface Reading {
  caller: Caller
  masks: ListMasks
  today: string
}

async function shownEntries(
  db: Db,
  kind: EntryKindOf,
  { caller, masks, today }: Reading,
  rows: readonly Entry[],
): Promise<ListEntry[]> {
  const [told, games, rules] = await Promise.all([
    telling(db, kind, caller, rows),
    db.selectFrom('game').selectAll().execute(),
    db.selectFrom('black_rule').select(['id', 'name']).execute(),
  ])
  const gameNames = new Map(games.map(({ cgi, name }) => [cgi, name]))
  const ruleNames = new Map(rules.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    ...told(row),
    cgi: row.cgi,
    game: gameNames.get(row.cgi) ?? row.cgi,
    kind: row.kind,
    value: masks.shown(row.kind, row.value),
    reason: row.reason,
    note: row.note,
    source: row.source,
    rule: row.rule_id === null ? '' : (ruleNames.get(row.rule_id) ?? ''),
    expiresOn: row.expires_on,
    expired: row.expires_on !== null && row.expires_on < today,
  }))
}

/** Without id, or with -1, it adds an entry. */
export async function saveEntry(
  { metadata, settings }: Deps,
  kind: EntryKindOf,
  caller: Caller,
  change: EntryChange,
): Promise<ListEntry> {
  const { id = -1, cgi, revision, overwrite } = change
  const today = businessDay(settings)
  const masks = await masksFor({ metadata, settings }, caller)
  return metadata.transaction(async (db) => {
    const present = id > 0 ? await readObject(db, kind, caller, id) : undefined
    const { expiresOn, ...own } = await readFields({
      value: () => keptValue(present, change, masks) ?? cleanValue(change.kind, change.value),
      cgi: () => assertGames(db, caller, [cgi]),
      reason: () => cleanReason(change.reason ?? ''),
      expiresOn: () => cleanExpiry(change.expiresOn ?? null, today, present?.expires_on),
      note: () => cleanText(change.note ?? '', '备注', 2_000),
    })
    const values = { ...own, cgi, kind: change.kind, expires_on: expiresOn }
    const shown = async (row: Entry) =>
      (await shownEntries(db, kind, { caller, masks, today }, [row]))[0] as ListEntry
    if (id <= 0) {
      const added = { ...values, source: 'hand' as const, rule_id: null }
      return shown(await addObject(db, kind, caller, added, { cgi, value: values.value }))
    }
    return shown(await changeObject(db, kind, caller, { id, values, revision, overwrite }, shown))
  })
}

/** The value whose mask comes back unchanged; null where another one was typed. */
function keptValue(
  present: Entry | undefined,
  { kind, value }: Pick<EntryChange, 'kind' | 'value'>,
  masks: ListMasks,
): string | null {
  if (!present || !masks.kinds.includes(present.kind)) return null
  if (masks.shown(present.kind, present.value) !== value.trim()) return null
  if (kind === present.kind) return present.value
  throw new AppError('parameter_wrong', '值是掩码，不能改作其他类型：请填写新的值')
}

const hiddenValue = '***'

/** What stood in the place of masked values is not told. */
export async function entryHistory(
  deps: Deps,
  listed: EntryKindOf,
  caller: Caller,
  id: number,
): Promise<ChangeHistory> {
  const history = await objectHistory(deps, listed, caller, id)
  const { kinds } = await masksFor(deps, caller)
  if (kinds.length === 0) return history
  const { db } = deps.metadata
  const row = await db
    .selectFrom(listed.table as Table)
    .select('kind')
    .where('id', '=', id)
    .executeTakeFirst()
  const fields = history.flatMap(({ changes }) => changes.map(({ field }) => field))
  // An entry of another kind now may have held such a value.
  if (row && !kinds.includes(row.kind) && !fields.includes('kind')) return history
  return history.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) =>
      change.field === 'value' ? { ...change, from: hiddenValue, to: hiddenValue } : change,
    ),
  }))
}
