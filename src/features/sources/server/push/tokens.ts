// Tokens for pushing: kept as a hash, shown once, ended at once.
import { createHash, randomBytes } from 'node:crypto'
import { writeAudit } from '#server/metadata/audit.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import { assertEditable } from '#server/objects/writing.ts'
import { AppError } from '#shared/errors.ts'
import type { Source } from '#features/sources/contract.ts'
import type { SourcesDeps } from '../deps.ts'
import { sources } from '../objectKind.ts'
import { shownSource } from '../shown.ts'
import { pushKind } from './kind.ts'

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

async function setToken(
  deps: SourcesDeps,
  caller: Caller,
  id: number,
  token: string | null,
): Promise<Source> {
  return deps.metadata.transaction(async (db) => {
    const row = await readObject(db, sources, caller, id)
    await assertEditable(db, sources, caller, row)
    if (row.kind !== pushKind) throw new AppError('parameter_wrong', '只有 HTTP 推送的数据源有推送密钥')
    await db
      .updateTable('source_state')
      .set({
        token_hash: token && hashOf(token),
        token_at: token && new Date().toISOString(),
        token_used_at: null,
      })
      .where('source_id', '=', id)
      .execute()
    const action = token === null ? 'source.revokeToken' : 'source.makeToken'
    await writeAudit(db, { userId: caller.id, action, detail: { id, name: row.name } })
    return shownSource(deps, db, caller, row)
  })
}

export async function makeToken(
  deps: SourcesDeps,
  caller: Caller,
  id: number,
): Promise<{ token: string; source: Source }> {
  const token = `push_${randomBytes(32).toString('base64url')}`
  return { token, source: await setToken(deps, caller, id, token) }
}

export const revokeToken = (deps: SourcesDeps, caller: Caller, id: number): Promise<Source> =>
  setToken(deps, caller, id, null)
