// Reads and marks the caller's own notes. Notes with figures of games that the caller may no longer see, and notes about
// things that were closed to them, are hidden.
import type { Deps } from '#server/deps.ts'
import { isStorable } from '#server/metadata/ids.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { deletedAt, deletedIn, living, type Mortal } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { type Inbox, type NoteLevel, noteLevels, type Unread } from '../contract.ts'
import { closedLinks } from './closed.ts'
import { inboxNote } from './tables.ts'

/** How many notes the page shows; older ones appear as newer ones are deleted. */
const mostShown = 1_000
const atOnce = 500

export async function readInbox({ metadata: { db } }: Deps, caller: Caller): Promise<Inbox> {
  const { notes } = await ownNotes(db, caller)
  const rows = await notes
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown + 1)
    .execute()
  const { count } = await readUnread(db, caller)
  return {
    rows: rows.slice(0, mostShown).map(({ id, title, text, level, source_kind, link, at, read_at }) => ({
      id,
      title,
      text,
      level,
      source: source_kind,
      link,
      at,
      read: read_at !== null,
    })),
    unread: count,
    more: rows.length > mostShown,
  }
}

export const unreadOf = ({ metadata: { db } }: Deps, caller: Caller): Promise<Unread> =>
  readUnread(db, caller)

async function readUnread(db: Db, caller: Caller): Promise<Unread> {
  const { notes } = await ownNotes(db, caller)
  const groups = await notes
    .where('read_at', 'is', null)
    .select((select) => ['level', select.fn.countAll<number>().as('count')])
    .groupBy('level')
    .execute()
  const levels = new Set<NoteLevel>(groups.map(({ level }) => level))
  return {
    count: groups.reduce((sum, { count }) => sum + Number(count), 0),
    level: noteLevels.findLast((level) => levels.has(level)) ?? null,
  }
}

async function ownNotes(db: Db, caller: Caller) {
  const closed = await closedLinks(db, caller)
  const own = db.selectFrom('inbox_note').where(seenBy(db, inboxNote, caller))
  const notes =
    closed.length === 0
      ? own
      : own.where((is) => is.or([is('link', 'is', null), is('link', 'not in', closed)]))
  return { notes }
}

type Marks = { read_at?: string | null } & Partial<Mortal>

/** Marks all notes or none; another user's note answers as if it did not exist. */
async function mark(
  { metadata }: Deps,
  caller: Caller,
  ids: readonly number[],
  marks: Marks,
  deleted = false,
): Promise<null> {
  const wanted = [...new Set(ids)]
  if (!wanted.every(isStorable)) throw new AppError('object_missing')
  return metadata.transaction(async (db) => {
    for (const part of chunks(wanted, atOnce)) {
      const { numUpdatedRows } = await db
        .updateTable('inbox_note')
        .set(marks)
        .where('user_id', '=', caller.id)
        .where('id', 'in', part)
        .where(deleted ? deletedIn('inbox_note') : living('inbox_note'))
        .executeTakeFirst()
      if (Number(numUpdatedRows) !== part.length) throw new AppError('object_missing')
    }
    return null
  })
}

export const markNotes = (deps: Deps, caller: Caller, ids: readonly number[], read: boolean): Promise<null> =>
  mark(deps, caller, ids, { read_at: read ? new Date().toISOString() : null })

export const deleteNotes = (deps: Deps, caller: Caller, ids: readonly number[]): Promise<null> =>
  mark(deps, caller, ids, deletedAt(new Date().toISOString()))

export const restoreNotes = (deps: Deps, caller: Caller, ids: readonly number[]): Promise<null> =>
  mark(deps, caller, ids, deletedAt(null), true)

/** Returns which notes were unread, for undo. */
export async function markAll({ metadata }: Deps, caller: Caller, upTo: number): Promise<{ ids: number[] }> {
  if (!isStorable(upTo)) throw new AppError('object_missing')
  const marked = await metadata.db
    .updateTable('inbox_note')
    .set({ read_at: new Date().toISOString() })
    .where('user_id', '=', caller.id)
    .where('id', '<=', upTo)
    .where('read_at', 'is', null)
    .where(living('inbox_note'))
    .returning('id')
    .execute()
  return { ids: marked.map(({ id }) => id) }
}
