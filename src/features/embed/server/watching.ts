// For managers of users: lists all enabled embeds and disables them.

import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import { readView } from '#features/statement/server/index.ts'
import { powerOf } from './opening.ts'
import { embedOfView, enabledEmbeds, writeEmbed } from './repo.ts'

export async function openEmbeds(deps: Deps) {
  const { db } = deps.metadata
  const found = await enabledEmbeds(db)
  return Promise.all(
    found.map(async ({ owner, lastReadAt, modifiedAt, ...embed }) => {
      const power = await powerOf(deps, db, embed)
      const view = 'view' in power ? power.view : await readView(db, embed.viewId)
      const { reports } = embed.settings
      return {
        kind: 'embed' as const,
        id: String(embed.viewId),
        name: view?.name ?? '',
        extent: reports ? `${reports.length} 张报表` : '全部报表',
        owner,
        problem: 'problem' in power ? power.problem : '',
        modifiedAt,
        lastReadAt,
      }
    }),
  )
}

/** Does not change the owner. */
export function stopEmbed({ metadata }: Deps, user: SessionUser, viewId: number): Promise<null> {
  return metadata.transaction(async (db) => {
    const embed = Number.isSafeInteger(viewId) ? await embedOfView(db, viewId) : undefined
    if (!embed?.enabled) throw new AppError('object_missing')
    const detail = { kind: 'embed', viewId, ownerId: embed.ownerId }
    await writeAudit(db, { userId: user.id, action: 'sharing.stop', detail })
    await writeEmbed(db, { ...embed, enabled: false })
    return null
  })
}
