// `npm run user -- …`: manages accounts from the terminal; this is how an installation gets its first
// manager.

import type { GameScope } from '#semantic/model/types.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { readArguments, say, UsageProblem } from '#server/process/terminal.ts'
import { living } from '#server/scopes/life.ts'
import { passwordCost } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import { authorityOfKeys as authorityOf } from '#shared/permissions.ts'
import { changePassword, createUser, dropStep, endSessionsOf, setDisabled, upsertRole } from './accounts.ts'
import { methodOf } from './company/sources.ts'
import { dropLinks, linkHours, makeLink } from './links.ts'
import { keepManagers } from './managers.ts'
import { makePassword, noPassword } from './password.ts'
import { findAccount } from './repo.ts'

export const userUsage = `用法：
  npm run user -- add 邮箱 --role 角色 [--games 游戏代码,…|all]   添加用户，显示一次性密码
  npm run user -- list                                          列出用户
  npm run user -- password 邮箱                                 换一个一次性密码，并结束其登录
  npm run user -- link 邮箱                                     一次性的链接，由本人设置密码
  npm run user -- reset-step 邮箱                               重置两步登录，并结束其登录
  npm run user -- disable 邮箱                                  停用，并结束其登录
  npm run user -- enable 邮箱                                   恢复使用`

const onceText = `密码只显示这一次，请立即转交。${linkHours} 小时内有效；用它登录一次后，即设置自己的密码。`

const actions: Record<string, (args: string[], metadata: Metadata) => Promise<void>> = {
  add,
  list,
  password,
  link,
  'reset-step': resetStep,
  disable: (args, metadata) => switchUser(args, metadata, true),
  enable: (args, metadata) => switchUser(args, metadata, false),
}

/** Checks what needs no store; returns the function that does the work. */
export function readUserCommand([name = '', ...args]: string[]): (metadata: Metadata) => Promise<void> {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw new UsageProblem(name === '' ? '缺少参数：add、list …' : `未知的命令：${name}`)
  if (name === 'add') readAdd(args)
  else readArguments(args, { positionals: name === 'list' ? [] : ['邮箱'] })
  return (metadata) => action(args, metadata)
}

function readAdd(args: string[]): { email: string; role: string; games: GameScope } {
  const options = { role: { type: 'string' }, games: { type: 'string' } } as const
  const { values, positionals } = readArguments(args, { options, positionals: ['邮箱'] })
  if (!values.role) throw new UsageProblem('缺少参数：--role 角色')
  const games = values.games ?? 'all'
  const listed = games.split(',').map((cgi) => cgi.trim())
  if (listed.includes('')) throw new UsageProblem('--games 应为逗号分隔的游戏代码，或 all')
  return { email: positionals[0] ?? '', role: values.role, games: games === 'all' ? 'all' : listed }
}

async function add(args: string[], metadata: Metadata): Promise<void> {
  const { email, role, games } = readAdd(args)
  const onePassword = makePassword()
  const passwordHash = noPassword(passwordCost)
  await metadata.transaction(async (db) => {
    const roleId = await findRole(db, role)
    if (games !== 'all') await refuseUnknownGames(db, games)
    const userId = await createUser(db, { email, passwordHash, roleId, games })
    await makeLink(db, userId, null, onePassword)
    await writeAudit(db, { userId: null, action: 'user.add', detail: { added: userId, email, role, games } })
  })
  say(`已添加 ${email}（角色：${role}；游戏：${games === 'all' ? '全部' : games.join('、')}）`)
  say(`一次性密码：${onePassword}`)
  say(onceText)
}

type Store = Metadata['db']

/** In an installation without roles, creates the usual ones, so that the first manager can be created. */
async function findRole(db: Store, name: string): Promise<number> {
  const roles = await db
    .selectFrom('role')
    .select(['id', 'name'])
    .where(living('role'))
    .orderBy('id')
    .execute()
  if (roles.length === 0) {
    const { roleTemplates } = await import('./templates.ts')
    for (const { name: made, keys } of roleTemplates)
      roles.push({ id: await upsertRole(db, made, authorityOf(keys)), name: made })
  }
  const found = roles.find((role) => role.name === name)
  if (found) return found.id
  throw new AppError(
    'parameter_wrong',
    `没有角色「${name}」；现有角色：${roles.map((role) => role.name).join('、')}`,
  )
}

async function refuseUnknownGames(db: Store, games: readonly string[]): Promise<void> {
  const known = (await db.selectFrom('game').select('cgi').orderBy('cgi').execute()).map(({ cgi }) => cgi)
  const unknown = games.filter((cgi) => !known.includes(cgi))
  if (unknown.length === 0) return
  const present = known.length > 0 ? known.join('、') : '（无）'
  throw new AppError('parameter_wrong', `没有游戏「${unknown.join('、')}」；现有：${present}`)
}

async function list(_args: string[], { db }: Metadata): Promise<void> {
  const users = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(['user.email', 'user.username', 'role.name as role', 'user.games', 'user.disabled'])
    .where(living('user'))
    .orderBy('user.email')
    .execute()
  if (users.length === 0) say('还没有用户')
  for (const { email, username, role, games, disabled } of users) {
    const scope = games === '"*"' ? '全部' : (JSON.parse(games) as string[]).join(',') || '（无）'
    say([email, username, role, scope, disabled ? '停用' : '正常'].join('\t'))
  }
}

async function findUser(db: Store, email = ''): Promise<number> {
  const account = await findAccount(db, email)
  if (!account) throw new AppError('parameter_wrong', `没有用户「${email}」`)
  return account.id
}

async function refuseOutside(db: Store, userId: number): Promise<void> {
  const method = await methodOf(db, userId)
  if (method !== null)
    throw new AppError('parameter_wrong', `这个账号由公司管理（${method}），密码不在本系统里`)
}

async function password([email]: string[], metadata: Metadata): Promise<void> {
  const onePassword = makePassword()
  await metadata.transaction(async (db) => {
    const userId = await findUser(db, email)
    await refuseOutside(db, userId)
    await changePassword(db, userId, noPassword(passwordCost))
    await makeLink(db, userId, null, onePassword)
    await writeAudit(db, { userId: null, action: 'user.password', detail: { changed: userId } })
  })
  say(`已更换 ${email} 的密码，其登录均已结束`)
  say(`一次性密码：${onePassword}`)
  say(onceText)
}

/** The command prints only the path, because the operator knows the product's address. */
async function link([email]: string[], metadata: Metadata): Promise<void> {
  const { token, expiresAt } = await metadata.transaction(async (db) => {
    const account = await findAccount(db, email ?? '')
    if (!account) throw new AppError('parameter_wrong', `没有用户「${email}」`)
    if (account.disabled) throw new AppError('parameter_wrong', `${account.email} 已停用，请先恢复使用`)
    await refuseOutside(db, account.id)
    return makeLink(db, account.id, null)
  })
  say(`请在本系统的网址后加上：/password#${token}`)
  say(`链接只显示这一次，只能用一次，${expiresAt} 前有效；旧链接已失效。`)
}

async function resetStep([email]: string[], metadata: Metadata): Promise<void> {
  await metadata.transaction(async (db) => {
    const userId = await findUser(db, email)
    await dropStep(db, userId)
    await endSessionsOf(db, userId)
    await writeAudit(db, { userId: null, action: 'user.resetSecondStep', detail: { id: userId } })
  })
  say(`已重置 ${email} 的两步登录，其登录均已结束`)
}

async function switchUser([email]: string[], metadata: Metadata, disabled: boolean): Promise<void> {
  await metadata.transaction((db) =>
    keepManagers(db, metadata.dialect, async () => {
      const userId = await findUser(db, email)
      await setDisabled(db, userId, disabled)
      if (disabled) await dropLinks(db, userId)
      const action = disabled ? 'user.disable' : 'user.enable'
      await writeAudit(db, { userId: null, action, detail: { changed: userId } })
    }),
  )
  say(disabled ? `已停用 ${email}` : `已恢复 ${email}`)
}
