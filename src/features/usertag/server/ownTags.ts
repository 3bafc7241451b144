// Custom tags as stored and as returned.
import type { Selectable } from 'kysely'
import { userNames } from '#server/objects/history.ts'
import type { Db } from '#server/objects/types.ts'
import type { OwnTagKind, TagValue, UserTag } from '../contract.ts'
import type { Player } from './statement.ts'
import type { UserTagRow } from './tables.ts'

export type KeptTag = Selectable<UserTagRow>

/** A tag's content as the history stores it. */
export interface TagContent {
  name: string
  kind: OwnTagKind
  value: TagValue
}

export const contentText = ({ name, kind, value }: TagContent): string =>
  JSON.stringify({ name, kind, value })
export const contentOf = ({ name, kind, value }: KeptTag): TagContent => ({
  name,
  kind,
  value: JSON.parse(value) as TagValue,
})

export const keptTags = (db: Db, { cgi, id }: Player): Promise<KeptTag[]> =>
  db
    .selectFrom('user_tag')
    .selectAll()
    .where('cgi', '=', cgi)
    .where('player_id', '=', id)
    .orderBy('name_key')
    .execute()

export async function ownTags(db: Db, player: Player): Promise<UserTag[]> {
  const rows = await keptTags(db, player)
  const names = await userNames(
    db,
    rows.map(({ set_by }) => set_by),
  )
  return rows.map((row) => ({
    key: row.name,
    title: row.name,
    kind: row.kind,
    value: contentOf(row).value,
    text: '',
    source: `人工 ${names.get(row.set_by) ?? ''}`.trim(),
    at: row.set_at,
    revision: row.revision,
    problem: '',
  }))
}
