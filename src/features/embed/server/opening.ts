// An embed for readers: it exists while it is enabled, its view exists, and its owner exists and may still
// change the view. Otherwise it answers as if the id did not exist.
import type { Kysely } from 'kysely'
import { maskedRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Database } from '#server/metadata/schema.ts'
import { presentUser } from '#server/people.ts'
import { mayShareOpenly } from '#server/sharing.ts'
import { AppError } from '#shared/errors.ts'
import {
  mayEdit,
  readReports,
  readView,
  type StoredReport,
  type View,
} from '#features/statement/server/index.ts'
import { embedById, type StoredEmbed } from './repo.ts'

type Db = Kysely<Database>
type Sharing = Pick<Deps, 'metadata' | 'settings'>

export interface OpenEmbed {
  embed: StoredEmbed
  owner: SessionUser
  view: View
  /** The shown reports, in order. */
  reports: StoredReport[]
}

export async function openedEmbed(deps: Sharing, id: string): Promise<OpenEmbed> {
  const { db } = deps.metadata
  const embed = await embedById(db, id)
  if (!embed?.enabled) throw new AppError('object_missing')
  const found = await powerOf(deps, db, embed)
  if ('problem' in found) throw new AppError('object_missing')
  const { reports: shown } = embed.settings
  const reports = await readReports(db, embed.viewId)
  return { embed, ...found, reports: shown ? reports.filter(({ id }) => shown.includes(id)) : reports }
}

/** The owner and the shared view; or, for the owner, the reason why nobody can read the embed. */
export async function powerOf(
  { settings }: Pick<Deps, 'settings'>,
  db: Db,
  embed: Pick<StoredEmbed, 'ownerId' | 'viewId'>,
): Promise<{ owner: SessionUser; view: View } | { problem: string }> {
  const view = await readView(db, embed.viewId)
  if (!view || view.deleted) return { problem: '视图已被删除' }
  const owner = await presentUser(db, embed.ownerId)
  if (!owner) return { problem: '分享者的账号已停用，保存一次设置即可由你接手' }
  if (!mayEdit(owner, view)) return { problem: '分享者已不能修改此视图，保存一次设置即可由你接手' }
  if (!mayShareOpenly(settings, owner)) return { problem: '管理员的设置不允许分享者公开分享' }
  // Nobody knows who reads it.
  return { owner: maskedRows(owner), view }
}
