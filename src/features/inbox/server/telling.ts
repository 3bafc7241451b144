// Puts notes into inboxes.
import { holdsRows, type RowScope } from '#semantic/model/rowScope.ts'
import { isStorable } from '#server/metadata/ids.ts'
import { slices } from '#server/objects/reading.ts'
import { rowsText } from '#server/objects/rowScopes.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUsers } from '#server/people.ts'
import { deletedAt } from '#server/scopes/life.ts'
import type { NoteLevel, NoteSource } from '../contract.ts'
import { ofNobody } from './tables.ts'

export interface Note {
  /** The same note for the same user under one key is told once. */
  key: string
  title: string
  /** Lines with links, as src/shared/message.ts reads them. */
  text: string
  level: NoteLevel
  source: { kind: NoteSource; id: number | null }
  /** Path within the product. */
  link?: string | null
  /** Whose figures it holds: whoever doesn't see all of them does not get it, and does not see it once they lost some. */
  within?: RowScope
  at: Date
}

const atOnce = 500

/** In the caller's transaction. Who has no account any more, or doesn't see its rows, is left out; says who was told, now or before. */
export async function tellInboxes(db: Db, userIds: readonly number[], note: Note): Promise<number[]> {
  const told: number[] = []
  for (const part of slices([...new Set(userIds)].filter(isStorable), atOnce)) {
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

const rowOf = (user_id: number, { key, title, text, level, source, link, within, at }: Note) => ({
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
