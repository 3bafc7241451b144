// The account for users' SQL, tried by what must fail. What it may do beyond reading its tables in a role, a fault in
// the check of texts would let a user do: users' SQL then stays off, with the reason in words.
import { clickhouseFailure, codeOf } from '#server/warehouse/clickhouse/failures.ts'
import type { SqlConnection } from './connection.ts'
import { quotedName } from './names.ts'
import { neededSettings } from './profile.ts'

/** The server refuses what the account may not do by these; others mean that it tried. */
const refusals = [164, 497, 291, 452, 392]
const tryMs = 10_000

const attempts = (database: string): [text: string, what: string][] => [
  ['SELECT 1 SETTINGS max_threads = 3', '更改设置'],
  [`CREATE TABLE ${quotedName(database)}.analytics_probe (a Int8) ENGINE = Memory`, '建表'],
  ['CREATE TEMPORARY TABLE analytics_probe (a Int8)', '建临时表'],
  [`ALTER TABLE ${quotedName(database)}.analytics_probe DELETE WHERE 1`, '删改行'],
  ["INSERT INTO FUNCTION null('a Int8') SELECT 1", '写入'],
  ["SELECT * FROM url('http://127.0.0.1:1/', 'TSV', 'a String')", '用 url() 访问网络'],
  ["SELECT * FROM file('analytics_probe', 'TSV', 'a String')", '用 file() 读取文件'],
  ["SELECT * FROM remote('127.0.0.2', 'system', 'one')", '用 remote() 访问其他服务器'],
  ["SELECT * FROM s3('http://127.0.0.1:1/a', 'TSV', 'a String')", '用 s3() 访问对象存储'],
  ["SELECT * FROM mysql('127.0.0.1:1', 'd', 't', 'u', 'p')", '用 mysql() 访问数据库'],
  ["SELECT * FROM postgresql('127.0.0.1:1', 'd', 't', 'u', 'p')", '用 postgresql() 访问数据库'],
  ["SELECT * FROM executable('analytics_probe', 'TSV', 'a String')", '用 executable() 运行程序'],
  ['SELECT * FROM system.users', '读取 system.users'],
  ['SELECT * FROM system.query_log LIMIT 1', '读取 system.query_log'],
]

/** Null where the account is sound, else what is wrong. Never throws. */
export async function faultOf(
  connection: SqlConnection,
  zone: string,
  tables: readonly string[],
): Promise<string | null> {
  try {
    return (
      (await wrongSettings(connection, zone)) ??
      (await allowed(connection, attempts(connection.database))) ??
      (await allowed(connection, tables.map(withoutRole(connection.database))))
    )
  } catch (error) {
    return `SQL 账号不能用：${clickhouseFailure(error).message}`
  }
}

/** Without a role the account reads nothing: the role decides which rows. */
const withoutRole =
  (database: string) =>
  (table: string): [string, string] => [
    `SELECT 1 FROM ${quotedName(database)}.${quotedName(table)} LIMIT 1`,
    `不用角色就读取表 ${table}`,
  ]

async function wrongSettings(connection: SqlConnection, zone: string): Promise<string | null> {
  const wanted = Object.entries({ readonly: 1, ...neededSettings(zone) })
  const asked = wanted.map(([name]) => `toString(getSetting('${name}'))`)
  const signal = AbortSignal.timeout(tryMs)
  const [found = []] = await connection.rows<string[]>({ text: `SELECT ${asked.join(', ')}`, signal })
  const plain = (value: unknown) =>
    String(value)
      .replace(/^true$/, '1')
      .replace(/^false$/, '0')
  const wrong = wanted.filter(([, value], at) => plain(found[at]) !== plain(value))
  if (wrong.length === 0) return null
  const told = wrong.map(([name, value]) => `${name} 应为 ${value}`)
  return `SQL 账号的设置档不对（${told.join('，')}）；请重新执行 npm run clickhouse -- script 的输出`
}

async function allowed(
  connection: SqlConnection,
  tried: readonly [text: string, what: string][],
): Promise<string | null> {
  const found = await Promise.all(
    tried.map(async ([text, what]) => ((await isRefused(connection, text)) ? [] : [what])),
  )
  const may = found.flat()
  if (may.length === 0) return null
  const more = may.length > 5 ? ` 等 ${may.length} 项` : ''
  return `SQL 账号的权限过大，它能${may.slice(0, 5).join('、')}${more}；请重新执行 npm run clickhouse -- script 的输出，不要另外授权`
}

async function isRefused(connection: SqlConnection, text: string): Promise<boolean> {
  try {
    await connection.rows({ text, signal: AbortSignal.timeout(tryMs) })
    return false
  } catch (error) {
    const code = codeOf(error)
    // Nothing was answered at all: that is no permission either way, and told as it is.
    if (code === null) throw error
    return refusals.includes(code)
  }
}
