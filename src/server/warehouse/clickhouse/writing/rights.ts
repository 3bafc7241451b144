// What an account must be allowed to for loads, tried and asked for; each right that is missing is named.
import { randomUUID } from 'node:crypto'
import { StartProblem } from '#server/process/refusal.ts'
import { AppError } from '#shared/errors.ts'
import type { ClickHouseAddress } from '../address.ts'
import type { Connection } from '../connection.ts'
import { clickhouseFailure, codeOf } from '../failures.ts'
import { named } from './columns.ts'

/** On the tables of the database, with what a load does by each. */
const needed = [
  ['SELECT', '读取'],
  ['INSERT', '写入'],
  ['ALTER DELETE', '删去被替换的行'],
  ['CREATE TABLE', '建表'],
  ['DROP TABLE', '删表'],
] as const

const deniedCode = 497

/** Does what loads do. Throws StartProblem where the account may not. */
export async function checkWriter(connection: Connection, address: ClickHouseAddress): Promise<void> {
  const [one, other] = [`.check_${randomUUID()}`, `.check_${randomUUID()}`].map(named) as [string, string]
  try {
    await refuseDatabase(connection, address)
    await connection.change(`CREATE TABLE ${one} (a UInt8) ENGINE = MergeTree ORDER BY tuple()`)
    await connection.change(`CREATE TABLE ${other} AS ${one}`)
    await connection.change(`INSERT INTO ${one} SELECT 1`)
    await connection.change(`ALTER TABLE ${other} ATTACH PARTITION tuple() FROM ${one}`)
    await connection.change(`ALTER TABLE ${other} DELETE WHERE a = 1 SETTINGS mutations_sync = 2`)
    await connection.change(`EXCHANGE TABLES ${one} AND ${other}`)
    await connection.rows(`SELECT a FROM ${one}`)
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(await explain(error, connection, address))
  } finally {
    for (const name of [one, other])
      await connection.change(`DROP TABLE IF EXISTS ${name}`).catch(() => undefined)
  }
}

/** A table made in it would be on one replica alone, and readers of the others would miss its rows. */
async function refuseDatabase(connection: Connection, { database }: ClickHouseAddress): Promise<void> {
  const [[engine = ''] = []] = await connection.rows<[string]>(
    'SELECT engine FROM system.databases WHERE name = currentDatabase()',
  )
  if (engine === 'Atomic' || engine === '') return
  throw new StartProblem(
    engine === 'Replicated' || engine === 'Shared'
      ? `库「${database}」的引擎是 ${engine}，表在多个副本上；本系统只往单机的 Atomic 库里载入，在这样的库里建表会使各副本的行不一样。请去掉 WAREHOUSE_WRITER，用 ClickHouse 自己的工具写入，或另建一个 Atomic 库`
      : `库「${database}」的引擎是 ${engine}，不能一步换表；WAREHOUSE_WRITER 要指向引擎是 Atomic 的库`,
  )
}

/** Why loads would fail for want of rights, in words; null where nothing is missing. */
export async function missingRights(
  connection: Connection,
  { username, database }: ClickHouseAddress,
): Promise<string | null> {
  const held = await Promise.all(
    needed.map(async ([right]) => {
      const [[may = 1] = []] = await connection.rows<[number | string]>(
        `CHECK GRANT ${right} ON ${named(database)}.*`,
      )
      return Number(may) === 1
    }),
  )
  const missing = needed.filter((_, at) => !held[at])
  if (missing.length === 0) return null
  const titles = missing.map(([right, title]) => `${title}（${right}）`).join('、')
  const rights = missing.map(([right]) => right).join(', ')
  return `WAREHOUSE_WRITER 的账号「${username}」在库「${database}」里缺少权限：${titles}；请授权：GRANT ${rights} ON ${database}.* TO ${username}`
}

/** The right that ClickHouse itself names. */
const wantedIn = (message: string): string | undefined =>
  /necessary to have the grant (.{1,200}?)(?:\. \(|\. |$)/s.exec(message)?.[1]

async function explain(error: unknown, connection: Connection, address: ClickHouseAddress): Promise<string> {
  const { url, username, database } = address
  const code = codeOf(error)
  if (code === 192 || code === 193 || code === 194 || code === 516)
    return `ClickHouse（${url}）拒绝了 WAREHOUSE_WRITER 的账号「${username}」：用户名或密码有误`
  const missing = code === deniedCode ? await missingRights(connection, address).catch(() => null) : null
  if (missing !== null) return `${missing}\n${withoutIt}`
  const wanted = wantedIn((error as Error).message ?? '')
  const why =
    code === null
      ? '连接不上'
      : code === deniedCode && wanted
        ? `缺少权限 ${wanted}`
        : `ClickHouse 错误 ${code}`
  return (
    `WAREHOUSE_WRITER 的账号「${username}」不能在库「${database}」里建表、写入和替换（${why}）；请授权，例如：\n` +
    `  GRANT ${needed.map(([right]) => right).join(', ')} ON ${database}.* TO ${username};\n${withoutIt}`
  )
}

const withoutIt = '库的引擎须是 Atomic；不需要导入和数据接入时去掉 WAREHOUSE_WRITER'

/** A failure of a load, for whoever loads: a right that is missing is named. */
export function writingFailure(error: unknown, { username }: ClickHouseAddress): AppError {
  if (codeOf(error) !== deniedCode) return clickhouseFailure(error)
  const wanted = wantedIn((error as Error).message ?? '')
  return new AppError(
    'warehouse_readonly',
    `写入 ClickHouse 的账号「${username}」缺少权限${wanted ? ` ${wanted}` : ''}，没有载入；请管理员授权后再试`,
  )
}
