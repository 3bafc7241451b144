// `npm run demo`: adds or removes the demo, beside a running server or without one.
import type { Log } from '#server/log.ts'
import { type Metadata, openMetadata } from '#server/metadata/open.ts'
import type { Table } from '#server/metadata/table.ts'
import { findAddress } from '#server/process/address.ts'
import { refuseUnlike } from '#server/process/common.ts'
import { enterFolder } from '#server/process/folder.ts'
import { makeProgress } from '#server/process/progress.ts'
import { StartProblem } from '#server/process/refusal.ts'
import { readArguments, say, UsageProblem } from '#server/process/terminal.ts'
import { living } from '#server/scopes/life.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import { type AuthorityInfo, holdsPermission } from '#shared/permissions.ts'
import type { DemoThing, DemoTouched } from '../contract.ts'

export const demoUsage = `用法：
  npm run demo                          在本系统里生成演示数据：数据表、指标、报表、字典、查询；不加账号
  npm run demo -- --small               只要五十分之一的数据
  npm run demo -- --user 邮箱           归谁所有；不写则是第一位管理员
  npm run demo -- --accounts            另加四个演示账号（密码人人皆知，只能在本机试用）
  npm run demo -- --remove              整个移除；被改过、被用到时先列出，不移除
  npm run demo -- --remove --force      列出的也一并处理：自己的内容留下，不再有演示的数据表`

const options = {
  small: { type: 'boolean' },
  user: { type: 'string' },
  accounts: { type: 'boolean' },
  remove: { type: 'boolean' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Wanted = ReturnType<typeof readWanted>

function readWanted(args: string[]) {
  const { values } = readArguments(args, { options, positionals: [] })
  const { remove, force, small, user, accounts } = values
  if (force && !remove) throw new UsageProblem('--force 只用于 --remove')
  if (remove && (small || accounts)) throw new UsageProblem('--remove 不能与 --small、--accounts 同用')
  if (user === '') throw new UsageProblem('--user 后应有邮箱')
  return values
}

/** Throws UsageProblem. The returned function does the work and prints its outcome. */
export function readDemoCommand(args: string[], readTables: () => Promise<readonly Table[]>) {
  const wanted = readWanted(args)
  return async (settings: Settings, log: Log): Promise<void> => {
    if (wanted.help) return say(demoUsage)
    if (settings.warehouse !== 'embedded')
      throw new StartProblem(
        '数据仓库是 ClickHouse，本系统只读取它，不能在其中生成演示数据；请另设 DATA_DIR、用内置的数据仓库试用',
      )
    const occupancy = await enterFolder(settings)
    const metadata = await openMetadata(settings, log, await readTables())
    try {
      await refuseUnlike(settings, metadata)
      await run({ settings, metadata }, wanted)
    } finally {
      await metadata.stop()
      occupancy.leave()
    }
  }
}

interface Stores {
  settings: Settings
  metadata: Metadata
}

async function run(stores: Stores, wanted: Wanted): Promise<void> {
  const userId = await findUser(stores.metadata, wanted.user)
  try {
    await (wanted.remove ? remove(stores, userId, wanted) : add(stores, userId, wanted))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { touched } = (error.data ?? {}) as { touched?: DemoTouched }
    if (touched) for (const line of linesOf(touched)) say(line)
    throw new StartProblem(touched ? '没有移除任何内容；确定要移除请加 --force' : error.message)
  }
}

async function add(stores: Stores, userId: number, wanted: Wanted): Promise<void> {
  const { addDemo } = await import('./adding.ts')
  const show = makeProgress('生成演示数据')
  const end = new AbortController()
  // Cancels the work and removes what it has made so far.
  const stop = () => end.abort(new AppError('query_canceled', '已取消，没有留下演示数据'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  const made = await addDemo(stores, {
    userId,
    size: wanted.small ? 'small' : 'whole',
    accounts: wanted.accounts ?? false,
    signal: end.signal,
    onProgress: show,
  })
  if (made === 'there') return say('演示数据已存在；移除：npm run demo -- --remove')
  if (wanted.accounts) say('演示账号的密码均为 analytics-demo，人人皆知：移除演示之前，服务只能监听本机')
  const address = await findAddress(stores.settings.dataDir)
  say(address ? `报表地址：${address}/statement` : '服务没有在运行；npm start 之后即可打开')
  say('移除：npm run demo -- --remove')
}

async function remove(stores: Stores, userId: number, { force = false }: Wanted): Promise<void> {
  const { removeDemo } = await import('./removing.ts')
  const { touched, tables } = await removeDemo(stores, { userId, asking: null, named: force ? 'all' : 0 })
  for (const line of linesOf(touched)) say(line)
  say(`演示数据已移除，数据表 ${tables.length} 张`)
}

function linesOf({ changed, goes, stays }: DemoTouched): string[] {
  const list = (title: string, things: readonly DemoThing[]) =>
    things.length === 0 ? [] : [title, ...things.map(({ kind, name }) => `  ${kind}「${name}」`)]
  return [
    ...list('改过的演示内容（随演示移除）：', changed),
    ...list('只对演示有用的（随演示移除）：', goes),
    ...list('建在演示数据上的（留下，不再有演示的数据表）：', stays),
  ]
}

/** The demo's owner: the user of that e-mail address, or the first one who may manage the installation. */
async function findUser({ db }: Metadata, email: string | undefined): Promise<number> {
  const users = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(['user.id', 'user.email', 'user.games', 'role.authority_info'])
    .where('user.disabled', '=', 0)
    .where(living('user'))
    .orderBy('user.id')
    .execute()
  const mayDo = users.filter(
    ({ games, authority_info }) =>
      games === '"*"' && holdsPermission(JSON.parse(authority_info) as AuthorityInfo, 'search_config'),
  )
  if (email !== undefined) {
    const named = users.find((user) => user.email === email.trim().toLowerCase())
    if (!named) throw new StartProblem(`没有用户 ${email}`)
    if (!mayDo.includes(named)) throw new StartProblem(`${email} 没有报表配置的权限，或不是可看全部游戏的人`)
    return named.id
  }
  const isManager = ({ authority_info }: (typeof users)[number]) =>
    holdsPermission(JSON.parse(authority_info) as AuthorityInfo, 'manage_authority')
  const owner = mayDo.find(isManager) ?? mayDo[0]
  if (owner) return owner.id
  throw new StartProblem('还没有能拥有演示数据的用户：请先添加管理员，npm run user -- add 邮箱 --role 管理员')
}
