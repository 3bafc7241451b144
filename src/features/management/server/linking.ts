// Links a user from here with a company account that was proven and has the same e-mail address, and undoes it.
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import {
  changePassword,
  dropLinks,
  endSessionsOf,
  keepManagers,
  methodOf,
  noPassword,
} from '#features/session/server/index.ts'
import { managedUser } from './users.ts'

/** From now on the company's groups decide role and games, at the next sign-in; the password here is gone. */
export async function linkOutside({ metadata, settings }: Deps, caller: Caller, id: number): Promise<null> {
  return metadata.transaction((db) =>
    keepManagers(db, metadata.dialect, async () => {
      await managedUser(db, caller, id)
      const claim = await db
        .selectFrom('account_claim')
        .selectAll()
        .where('user_id', '=', id)
        .executeTakeFirst()
      if (!claim || (await methodOf(db, id)) !== null)
        throw new AppError(
          'parameter_wrong',
          '没有可关联的公司账号：请本人先用公司账号登录一次，系统核实后会在这里列出',
        )
      const { user_id, method, subject, account, name } = claim
      const state = { groups: '[]', checked_at: new Date().toISOString(), stopped_why: null }
      await db
        .insertInto('outside_account')
        .values({ user_id, method, subject, account, name, ...state, linked_by: caller.id })
        .execute()
      await db.deleteFrom('account_claim').where('user_id', '=', id).execute()
      await changePassword(db, id, noPassword(settings.passwordCost))
      await dropLinks(db, id)
      await writeAudit(db, { userId: caller.id, action: 'user.outside', detail: { id, method, account } })
      return null
    }),
  )
}

/** The user keeps role and games, and sets a password by a link; their sessions end. */
export async function unlinkOutside({ metadata }: Deps, caller: Caller, id: number): Promise<null> {
  return metadata.transaction(async (db) => {
    await managedUser(db, caller, id)
    const method = await methodOf(db, id)
    if (method === null) throw new AppError('parameter_wrong', '该用户的账号本来就在本系统里')
    await db.deleteFrom('outside_account').where('user_id', '=', id).execute()
    await endSessionsOf(db, id)
    await writeAudit(db, { userId: caller.id, action: 'user.inside', detail: { id, method } })
    return null
  })
}
