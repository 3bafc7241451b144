// For managers of users: all shared saved queries, and the switch to end sharing.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { changeObject } from '#server/objects/changing.ts'
import type { ObjectKind } from '#server/objects/types.ts'
import { everybody } from '#server/scopes/seen.ts'
import { AppError } from '#shared/errors.ts'
import { type SavedQueryRow, savedQueries, shareTexts } from './objectKind.ts'
import { whyClosed } from './reading.ts'
import { readQuery, readSharedQueries } from './repo.ts'

export async function openQueries(deps: Deps) {
  const found = await readSharedQueries(deps.metadata.db)
  return Promise.all(
    found.map(async (query) => ({
      kind: 'query' as const,
      id: query.id,
      name: query.name,
      extent: shareTexts[query.share],
      owner: query.owner,
      problem: await whyClosed(deps, query),
      modifiedAt: query.modifiedAt,
      lastReadAt: query.lastReadAt,
    })),
  )
}

/** Acts with the owner's rights; the owner may share the query again. */
const anybodys: ObjectKind<SavedQueryRow> = { ...savedQueries, seen: everybody }

export function stopQuery({ metadata }: Deps, user: SessionUser, id: string): Promise<null> {
  return metadata.transaction(async (db) => {
    const query = await readQuery(db, id)
    if (!query || query.deleted || query.share === 'off') throw new AppError('object_missing')
    const detail = { kind: 'query', id, ownerId: query.ownerId }
    await writeAudit(db, { userId: user.id, action: 'sharing.stop', detail })
    await changeObject(db, anybodys, user, { id, values: { share: 'off' } }, () => null)
    return null
  })
}
