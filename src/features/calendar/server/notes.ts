// Notes on dates: launches of versions, events. A note of a game is there for those who may see the game; one of all
// games for everybody. Whoever may not see a note gets the answer of one that does not exist.
import type { Kysely } from 'kysely'
import { writeAudit } from '../../../server/metadata/audit.ts'
import { isStorable } from '../../../server/metadata/ids.ts'
import type { Metadata } from '../../../server/metadata/open.ts'
import type { Database } from '../../../server/metadata/schema.ts'
import { isConfigurer } from '../../../server/objects/configuring.ts'
import type { Caller } from '../../../server/objects/types.ts'
import { calendarDay } from '../../../shared/day.ts'
import { AppError } from '../../../shared/errors.ts'
import type { CalendarNote } from '../contract.ts'
import type { CalendarNoteTable } from './tables.ts'
import { cleanText, cleanTitle } from './texts.ts'

export interface NoteChange {
  id?: number | undefined
  day: string
  until?: string | null | undefined
  cgi?: string | null | undefined
  kind: CalendarNote['kind']
  title: string
  text?: string | undefined
}

type Db = Kysely<Database>

const longestDays = 366
const mostOwn = 1_000

/** Those that touch the years, in order of their days. */
export async function readNotes(
  { db }: Metadata,
  user: Caller,
  from: number,
  to: number,
): Promise<CalendarNote[]> {
  const rows = await noteQuery(db)
    .where('calendar_note.deleted_at', 'is', null)
    .where('calendar_note.day', '<=', `${to}-12-31`)
    .where(({ eb, fn }) => eb(fn.coalesce('calendar_note.until', 'calendar_note.day'), '>=', `${from}-01-01`))
    .orderBy('calendar_note.day')
    .orderBy('calendar_note.id')
    .execute()
  return rows.filter((row) => maySee(user, row)).map((row) => shownNote(user, row))
}

const noteQuery = (db: Db) =>
  db
    .selectFrom('calendar_note')
    .innerJoin('user', 'user.id', 'calendar_note.owner_id')
    .leftJoin('game', 'game.cgi', 'calendar_note.cgi')
    .selectAll('calendar_note')
    .select(['user.username as owner', 'game.name as game'])

type NoteRow = Awaited<ReturnType<ReturnType<typeof noteQuery>['execute']>>[number]

const maySee = ({ games }: Caller, { cgi }: Pick<CalendarNoteTable, 'cgi'>): boolean =>
  cgi === null || games === 'all' || games.includes(cgi)

const mayEdit = (user: Caller, row: Pick<CalendarNoteTable, 'owner_id'>): boolean =>
  row.owner_id === user.id || isConfigurer(user)

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
  editable: mayEdit(user, row),
})

/** Without id (or with -1) it adds one. */
export function saveNote(
  { transaction }: Metadata,
  user: Caller,
  change: NoteChange,
): Promise<{ id: number }> {
  const { id = -1 } = change
  const values = checkedNote(change)
  return transaction(async (db) => {
    await assertGame(db, user, values.cgi)
    if (id > 0) {
      await editableNote(db, user, id)
      await writeAudit(db, { userId: user.id, action: 'calendar.changeNote', detail: { id, ...values } })
      await db.updateTable('calendar_note').set(values).where('id', '=', id).execute()
      return { id }
    }
    await assertRoom(db, user.id)
    const row = { ...values, owner_id: user.id, created_at: new Date().toISOString() }
    const added = await db.insertInto('calendar_note').values(row).returning('id').executeTakeFirstOrThrow()
    await writeAudit(db, { userId: user.id, action: 'calendar.addNote', detail: { id: added.id, ...values } })
    return { id: added.id }
  })
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

/** Within the years that can be read. */
function noteDay(text: string): number {
  const day = calendarDay(text)
  if (day === null) throw new AppError('parameter_wrong', `${text} 不是有效的日期`)
  if (text < '1970-01-01' || text > '2100-12-31') {
    throw new AppError('parameter_wrong', `${text} 超出可用的年份（1970 至 2100）`)
  }
  return day
}

/** What is said of a game is said by those who may see it; to all games, by who has all or looks after the reports. */
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
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostOwn) {
    throw new AppError('quota_exceeded', `每人最多 ${mostOwn} 条注记，请先删除不再需要的`)
  }
}

/** Throws object_missing where the caller may not see it, permission_missing where they may see it and no more. */
async function editableNote(db: Db, user: Caller, id: number, deleted = false): Promise<NoteRow> {
  const row = isStorable(id)
    ? await noteQuery(db).where('calendar_note.id', '=', id).executeTakeFirst()
    : undefined
  if (!row || (row.deleted_at !== null) !== deleted || !maySee(user, row))
    throw new AppError('object_missing')
  if (!mayEdit(user, row)) {
    throw new AppError('permission_missing', '只有添加者或报表配置人员可以修改这条注记')
  }
  return row
}

/** With `restored` it brings back what was deleted. */
export function deleteNote(
  { transaction }: Metadata,
  user: Caller,
  id: number,
  { restored = false }: { restored?: boolean | undefined },
): Promise<null> {
  return transaction(async (db) => {
    await editableNote(db, user, id, restored)
    const action = restored ? 'calendar.restoreNote' : 'calendar.deleteNote'
    await writeAudit(db, { userId: user.id, action, detail: { id } })
    const deleted_at = restored ? null : new Date().toISOString()
    await db.updateTable('calendar_note').set({ deleted_at }).where('id', '=', id).execute()
    return null
  })
}
