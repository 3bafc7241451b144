// Embeds in the metadata store: at most one for each view.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { type EmbedSettings, standardSettings } from '../contract.ts'
import type { ReportEmbedTable } from './tables.ts'

type Db = Kysely<Database>

export interface StoredEmbed {
  /** Random, part of the address. */
  id: string
  viewId: number
  /** The user whose games limit the figures. */
  ownerId: number
  enabled: boolean
  settings: EmbedSettings
  createdAt: string
  lastReadAt: string | null
}

/** 192 bits, starting with a letter so that it is never a number. */
export const makeEmbedId = (): string => `e${randomBytes(24).toString('base64url')}`

const toEmbed = (row: ReportEmbedTable): StoredEmbed => ({
  id: row.id,
  viewId: row.view_meta_id,
  ownerId: row.owner_id,
  enabled: row.enabled === 1,
  settings: { ...standardSettings, ...(JSON.parse(row.settings) as Partial<EmbedSettings>) },
  createdAt: row.created_at,
  lastReadAt: row.last_read_at,
})

export async function embedOfView(db: Db, viewId: number): Promise<StoredEmbed | undefined> {
  const row = await db
    .selectFrom('report_embed')
    .selectAll()
    .where('view_meta_id', '=', viewId)
    .executeTakeFirst()
  return row && toEmbed(row)
}

/** Ids of any other shape do not exist, so the store need not be asked. */
const embedIdShape = /^e[\w-]{32}$/

export async function embedById(db: Db, id: string): Promise<StoredEmbed | undefined> {
  if (!embedIdShape.test(id)) return undefined
  const row = await db.selectFrom('report_embed').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toEmbed(row)
}

interface ListedEmbed extends StoredEmbed {
  owner: string
  modifiedAt: string
}

/** Enabled embeds of all owners. */
export async function enabledEmbeds(db: Db): Promise<ListedEmbed[]> {
  const rows = await db
    .selectFrom('report_embed')
    .innerJoin('user', 'user.id', 'report_embed.owner_id')
    .selectAll('report_embed')
    .select('user.username')
    .where('report_embed.enabled', '=', 1)
    .orderBy('report_embed.modified_at', 'desc')
    .execute()
  return rows.map((row) => ({
    ...toEmbed(row),
    owner: row.username,
    modifiedAt: row.modified_at,
  }))
}

/** Replaces the view's former embed. */
export async function writeEmbed(db: Db, embed: StoredEmbed): Promise<void> {
  await db.deleteFrom('report_embed').where('view_meta_id', '=', embed.viewId).execute()
  await db
    .insertInto('report_embed')
    .values({
      id: embed.id,
      view_meta_id: embed.viewId,
      owner_id: embed.ownerId,
      enabled: embed.enabled ? 1 : 0,
      settings: JSON.stringify(embed.settings),
      created_at: embed.createdAt,
      modified_at: new Date().toISOString(),
      last_read_at: embed.lastReadAt,
    })
    .execute()
}

export async function noteReading(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('report_embed').set({ last_read_at: at }).where('id', '=', id).execute()
}
