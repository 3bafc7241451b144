// The owner's side of an embed: what is shared, enabling and disabling, and renewing the address. Everybody
// who may change the view may do this; whoever enables it or sets its limits becomes its owner, so that
// nobody widens another user's figures.
import type { Kysely } from 'kysely'
import { resolveRange } from '#semantic/compile.ts'
import { isOpen, leavesOf } from '#semantic/model/conditions.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Database } from '#server/metadata/schema.ts'
import { assertMayShare } from '#server/sharing.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import { assertEditable, readReports, readView, type View } from '#features/statement/server/index.ts'
import { type Embed, type EmbedSettings, standardSettings } from '../contract.ts'
import { powerOf } from './opening.ts'
import { embedOfView, makeEmbedId, type StoredEmbed, writeEmbed } from './repo.ts'

type Db = Kysely<Database>

interface EmbedChange {
  viewId: number
  enabled?: boolean | undefined
  settings?: EmbedSettings | undefined
}

export async function readEmbed(deps: Deps, user: SessionUser, viewId: number): Promise<Embed> {
  const { db } = deps.metadata
  const view = await editableView(db, user, viewId)
  return shownEmbed(deps, db, user, view, await embedOfView(db, viewId))
}

export async function saveEmbed(deps: Deps, user: SessionUser, change: EmbedChange): Promise<Embed> {
  if (change.settings) await checkSettings(deps, change.settings)
  return deps.metadata.transaction(async (db) => {
    const view = await editableView(db, user, change.viewId)
    const former = await embedOfView(db, change.viewId)
    const kept = former ?? newEmbed(user, change.viewId)
    const enabled = change.enabled ?? kept.enabled
    // Everybody who may change the view may disable the embed, without becoming its owner.
    const takesOver = change.settings !== undefined || (change.enabled === true && !kept.enabled)
    // Even when the installation forbids sharing, an embed may be disabled, and a disabled one may be edited.
    if (enabled && takesOver) assertMayShare(deps.settings, user)
    const embed: StoredEmbed = {
      ...kept,
      enabled,
      settings: change.settings ?? kept.settings,
      ownerId: takesOver ? user.id : kept.ownerId,
    }
    if (!former && change.enabled !== true && !change.settings)
      return shownEmbed(deps, db, user, view, former)
    await writeAudit(db, { userId: user.id, action: 'embed.save', detail: auditDetail(embed) })
    await writeEmbed(db, embed)
    return shownEmbed(deps, db, user, view, embed)
  })
}

export function renewEmbed(deps: Deps, user: SessionUser, viewId: number): Promise<Embed> {
  return deps.metadata.transaction(async (db) => {
    const view = await editableView(db, user, viewId)
    const former = await embedOfView(db, viewId)
    if (!former) throw new AppError('parameter_wrong', '此视图还没有嵌入地址，请先开启')
    const embed = { ...former, id: makeEmbedId(), createdAt: new Date().toISOString(), lastReadAt: null }
    await writeAudit(db, { userId: user.id, action: 'embed.renew', detail: auditDetail(embed) })
    await writeEmbed(db, embed)
    return shownEmbed(deps, db, user, view, embed)
  })
}

const newEmbed = (user: SessionUser, viewId: number): StoredEmbed => ({
  id: makeEmbedId(),
  viewId,
  ownerId: user.id,
  enabled: false,
  settings: standardSettings,
  createdAt: new Date().toISOString(),
  lastReadAt: null,
})

const auditDetail = ({ id, viewId, ownerId, enabled, settings }: StoredEmbed) => ({
  // Enough to tell addresses apart, but not enough to open one.
  address: id.slice(0, 8),
  viewId,
  ownerId,
  enabled,
  settings,
})

async function editableView(db: Db, user: SessionUser, viewId: number): Promise<View> {
  const view = await readView(db, viewId)
  if (view?.deleted) throw new AppError('object_missing')
  assertEditable(user, view)
  return view
}

async function shownEmbed(
  deps: Deps,
  db: Db,
  user: SessionUser,
  view: View,
  embed: StoredEmbed | undefined,
): Promise<Embed> {
  const reports = await readReports(db, view.id)
  const power = embed?.enabled ? await powerOf(deps, db, embed) : null
  const owner = embed
    ? await db.selectFrom('user').select('username').where('id', '=', embed.ownerId).executeTakeFirst()
    : undefined
  return {
    viewId: view.id,
    viewName: view.name,
    id: embed?.id ?? null,
    enabled: embed?.enabled ?? false,
    settings: embed?.settings ?? standardSettings,
    owner: owner?.username ?? '',
    own: !embed || embed.ownerId === user.id,
    problem: power && 'problem' in power ? power.problem : '',
    frameAncestors: deps.settings.installation.frameAncestors,
    reports: reports.map(({ id, reportName, info }) => ({ id, name: reportName, dims: info.dims })),
  }
}

/** A fixed filter that limits nothing would look as if it did. */
async function checkSettings(deps: Deps, { filters, days }: EmbedSettings): Promise<void> {
  const { dimensions } = await readModel(deps)
  for (const filter of leavesOf(filters)) {
    const dimension = dimensions.find(({ id }) => id === filter.dim)
    if (!dimension) throw new AppError('parameter_wrong', '固定条件里的维度不存在或已被删除')
    if (isOpen(filter)) {
      throw new AppError('parameter_wrong', `固定条件「${dimension.name}」还没有选值，请选值或删去它`)
    }
  }
  const { zone, cutoffHour } = deps.settings
  if (days) resolveRange(days, { now: new Date(), zone, cutoffHour })
}
