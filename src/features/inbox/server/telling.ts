// Writes notes into inboxes.
import { holdsRows, type RowScope } from '#semantic/model/rowScope.ts'
import { isStorable } from '#server/metadata/ids.ts'
import { chunks } from '#server/objects/reading.ts'
import { rowsText } from '#server/objects/rowScopes.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUsers } from '#server/people.ts'
import { deletedAt } from '#server/scopes/life.ts'
import type { NoteLevel, NoteSource } from '../contract.ts'
import { ofNobody } from './tables.ts'

export interface Notice {
  /** A user gets only one note per key. */
  key: string
  title: string
  /** Lines with links in the format of src/shared/message.ts. */
  text: string
  level: NoteLevel
  source: { kind: NoteSource; id: number | null }
  /** Path within the product. */
  link?: string | null
  /**
   * The row scope of the note's figures: users who don't see all of it do not get the note, and users who
   * lose a part of it no longer see the note.
   */
  within?: RowScope
  at: Date
}

const atOnce = 500

/**
 * Runs in the caller's transaction. Users without an account or without the rows are skipped; returns who has
 * the note, now or from before.
 */
export async function tellInboxes(db: Db, userIds: readonly number[], note: Notice): Promise<number[]> {
  const told: number[] = []
  for (const part of chunks([...new Set(userIds)].filter(isStorable), atOnce)) {
    const users = [...(await presentUsers(db, part)).values()]
    const { within } = note
    const readers = within === undefined ? users : users.filter((user) => holdsRows(user, within))
    if (readers.length === 0) continue
    await db
      .insertInto('inbox_note')
      .values(readers.map(({ id }) => rowOf(id, note)))
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .execute()
    told.push(...readers.map(({ id }) => id))
  }
  return told
}

const mostTitle = 200
const mostText = 20_000

const rowOf = (user_id: number, { key, title, text, level, source, link, within, at }: Notice) => ({
  user_id,
  key,
  title: cut(title, mostTitle),
  text: cut(text, mostText),
  level,
  source_kind: source.kind,
  source_id: source.id,
  link: link ?? null,
  games: within === undefined ? ofNobody : rowsText(within),
  at: at.toISOString(),
  read_at: null,
  ...deletedAt(null),
})

const cut = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most - 1)}…` : text).toWellFormed()
