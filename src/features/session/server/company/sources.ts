// Where a user's account is kept: here, or in the company's directory or at a provider.
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/objects/types.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import type { StoppedWhy } from '../tables.ts'

/** `ldap` or a provider's key; null where the password is kept here. */
export async function methodOf(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('outside_account')
    .select('method')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.method ?? null
}

/** The method's title; its key where the settings know it no more. */
export function methodTitle({ installation: { signIn } }: Pick<Settings, 'installation'>, method: string) {
  if (method === 'ldap') return signIn.ldap?.title ?? '公司目录'
  return signIn.providers.find(({ key }) => key === method)?.title ?? method
}

/** Throws where no password is typed here: the provider has a second step of its own. */
export async function assertTypedPassword(
  { settings }: Pick<Deps, 'settings'>,
  db: Db,
  userId: number,
): Promise<void> {
  const method = await methodOf(db, userId)
  if (method !== null && method !== 'ldap')
    throw new AppError('parameter_wrong', `你的账号来自${methodTitle(settings, method)}，两步登录在那里设置`)
}

/** Throws where the company keeps the user's password. `whose`: 你 or 该用户. */
export async function assertPasswordHere(
  { settings }: Pick<Deps, 'settings'>,
  db: Db,
  userId: number,
  whose: 'own' | 'others' = 'others',
): Promise<void> {
  const method = await methodOf(db, userId)
  if (method === null) return
  const title = methodTitle(settings, method)
  const words =
    whose === 'own' ? `你的密码在${title}里，请在那里修改` : `该用户的密码在${title}里，不能在这里设置`
  throw new AppError('parameter_wrong', words)
}

export const haltWords: Readonly<Record<StoppedWhy, string>> = {
  gone: '公司里已没有这个账号',
  disabled: '在公司里已停用',
  noRole: '没有一个组对应本系统的角色',
  unseen: '太久没有从公司登录，无法确认还在职',
}
