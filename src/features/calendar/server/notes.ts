// Calendar notes (launches of versions, events): read, saved, deleted and restored.
import type { Metadata } from '#server/metadata/open.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { isConfigurer } from '#server/objects/configuring.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { type PastEntry, readPast, stateAfter } from '#server/objects/past.ts'
import { holdObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { living } from '#server/scopes/life.ts'
import { calendarDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import type { CalendarNote } from '../contract.ts'
import { notesAs } from './objectKind.ts'
import { calendarNote } from './tables.ts'
import { cleanText, cleanTitle } from './texts.ts'

interface NoteChange {
  id?: number | undefined
  day: string
  until?: string | null | undefined
  cgi?: string | null | undefined
  kind: CalendarNote['kind']
  title: string
  text?: string | undefined
  /** The edited revision; absent: whatever is present. */
  revision?: number | undefined
  overwrite?: boolean | undefined
}

const notes = notesAs()

const longestDays = 366
const mostOwn = 1_000

/** Notes that overlap the years, in order of their days. */
export async function readNotes(
  { db }: Metadata,
  user: Caller,
  from: number,
  to: number,
): Promise<CalendarNote[]> {
  const rows = await noteQuery(db)
    .where(seenBy(db, calendarNote, user))
    .where('calendar_note.day', '<=', `${to}-12-31`)
    .where(({ eb, fn }) => eb(fn.coalesce('calendar_note.until', 'calendar_note.day'), '>=', `${from}-01-01`))
    .orderBy('calendar_note.day')
    .orderBy('calendar_note.id')
    .execute()
  return rows.map((row) => shownNote(user, row))
}

const noteQuery = (db: Db) =>
  db
    .selectFrom('calendar_note')
    .innerJoin('user', 'user.id', 'calendar_note.owner_id')
    .leftJoin('game', 'game.cgi', 'calendar_note.cgi')
    .selectAll('calendar_note')
    .select(['user.username as owner', 'game.name as game'])

type NoteRow = Awaited<ReturnType<ReturnType<typeof noteQuery>['execute']>>[number]

const shownNote = (user: Caller, row: NoteRow): CalendarNote => ({
  id: row.id,
  day: row.day,
  until: row.until,
  cgi: row.cgi,
  game: row.cgi === null ? '' : (row.game ?? row.cgi),
  kind: row.kind,
  title: row.title,
  text: row.text,
  owner: row.owner,
  editable: notes.refuses?.(user, row) === null,
  revision: row.revision,
})

/** Adds one without id (or with -1). */
export function saveNote(metadata: Metadata, user: Caller, change: NoteChange): Promise<{ id: number }> {
  const { id = -1 } = change
  const values = checkedNote(change)
  return metadata.transaction(async (db) => {
    await assertGame(db, user, values.cgi)
    if (id > 0) return changeNote(metadata, db, user, { ...change, id }, values)
    await assertRoom(db, user.id)
    const added = await addObject(db, notes, user, values, values)
    return { id: added.id }
  })
}

async function changeNote(
  { dialect }: Metadata,
  db: Db,
  user: Caller,
  { id, revision, overwrite }: NoteChange & { id: number },
  values: ReturnType<typeof checkedNote>,
): Promise<{ id: number }> {
  const games = await db.selectFrom('game').selectAll().execute()
  const kind = notesAs(new Map(games.map(({ cgi, name }) => [cgi, name])))
  await holdObject(db, dialect, kind, user, id)
  await changeObject(db, kind, user, { id, values, revision, overwrite }, async () => {
    const row = await noteQuery(db).where('calendar_note.id', '=', id).executeTakeFirstOrThrow()
    return shownNote(user, row)
  })
  return { id }
}

function checkedNote({ day, until = null, cgi = null, kind, title, text = '' }: NoteChange) {
  const first = noteDay(day)
  if (until !== null && until !== day) {
    const last = noteDay(until)
    if (last < first) throw new AppError('parameter_wrong', `结束日期 ${until} 早于开始日期 ${day}`)
    if (last - first >= longestDays) throw new AppError('parameter_wrong', '一条注记最长一年，请缩短日期')
  }
  return {
    day,
    until: until === day ? null : until,
    cgi,
    kind,
    title: cleanTitle(title),
    text: cleanText(text),
  }
}

/** Must be within the years that can be read. */
function noteDay(text: string): number {
  const day = calendarDay(text)
  if (day === null) throw new AppError('parameter_wrong', `${text} 不是有效的日期`)
  if (text < '1970-01-01' || text > '2100-12-31') {
    throw new AppError('parameter_wrong', `${text} 超出可用的年份（1970 至 2100）`)
  }
  return day
}

/**
 * A game's note needs access to the game; a note for all games needs all games or the right to configure
 * reports.
 */
async function assertGame(db: Db, user: Caller, cgi: string | null): Promise<void> {
  if (cgi === null) {
    if (user.games === 'all' || isConfigurer(user)) return
    throw new AppError('permission_missing', '只有可看全部游戏的人可以添加面向全部游戏的注记，请选择一个游戏')
  }
  const isOwn = user.games === 'all' ? await isKnownGame(db, cgi) : user.games.includes(cgi)
  if (!isOwn) throw new AppError('object_missing', '没有这个游戏，或不在你可看的游戏里')
}

const isKnownGame = async (db: Db, cgi: string): Promise<boolean> =>
  (await db.selectFrom('game').select('cgi').where('cgi', '=', cgi).executeTakeFirst()) !== undefined

async function assertRoom(db: Db, ownerId: number): Promise<void> {
  const { count } = await db
    .selectFrom('calendar_note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where(living('calendar_note'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostOwn) {
    throw new AppError('quota_exceeded', `每人最多 ${mostOwn} 条注记，请先删除不再需要的`)
  }
}

/** With `restored` it restores a deleted note. */
export function deleteNote(
  { transaction }: Metadata,
  user: Caller,
  id: number,
  { restored = false }: { restored?: boolean | undefined },
): Promise<null> {
  return transaction(async (db) => {
    if (restored) await restoreObjects(db, notes, user, [id])
    else await deleteObjects(db, notes, user, [id])
    return null
  })
}

export const noteHistory = ({ db }: Metadata, user: Caller, id: number): Promise<PastEntry[]> =>
  readPast(db, notes, user, id)

/** The state right after the entry becomes a change like any other. */
export async function noteBack(
  metadata: Metadata,
  user: Caller,
  { id, change, revision }: { id: number; change: number; revision?: number | undefined },
): Promise<{ id: number }> {
  const { day, until, cgi, kind, title, text } = await stateAfter(metadata.db, notes, user, id, change)
  return saveNote(metadata, user, { id, day, until, cgi, kind, title, text, revision })
}
