// Checks at start that a ClickHouse server is usable, with advice where it is not.
import { StartProblem } from '#server/process/refusal.ts'
import type { ClickHouseAddress } from './address.ts'
import { type Connection, statementSettings } from './connection.ts'
import { clickhouseFailure, codeOf } from './failures.ts'

/** Throws StartProblem. Returns the server's version, for the log. */
export async function checkServer(connection: Connection, address: ClickHouseAddress): Promise<string> {
  const [found] = await connection
    .rows<[version: string, readonly: number | string]>("SELECT version(), getSetting('readonly')")
    .catch((error: unknown) => {
      throw new StartProblem(explain(error, address))
    })
  const [version = '', readonly = 0] = found ?? []
  if (Number(readonly) === 0) await refuseWriters(connection, address)
  return version
}

/**
 * Rights to change data or definitions: reports need none, and an account without them can't be abused for
 * writes.
 */
const writing =
  /\b(ALL|INSERT|ALTER|CREATE|DROP|TRUNCATE|OPTIMIZE|UNDROP|SYSTEM|ACCESS MANAGEMENT|FILE|URL|REMOTE|S3|SOURCES|BACKUP)\b/

async function refuseWriters(connection: Connection, { username }: ClickHouseAddress): Promise<void> {
  const grants = await connection.rows<[string]>('SHOW GRANTS').catch((error: unknown) => {
    throw new StartProblem(
      `无法读取 ClickHouse 账号「${username}」的授权：${clickhouseFailure(error).message}`,
    )
  })
  if (!grants.some(([grant]) => writing.test(grant.split(' ON ', 1)[0] ?? ''))) return
  throw new StartProblem(
    `ClickHouse 账号「${username}」可以写入数据，而报表只需读取；请改用只读账号，例如：\n${readerSql}`,
  )
}

const readerSql = `  CREATE SETTINGS PROFILE analytics_reader SETTINGS readonly = 2;
  CREATE USER analytics IDENTIFIED BY '密码' SETTINGS PROFILE 'analytics_reader';
  GRANT SELECT ON 库名.* TO analytics;
  GRANT SELECT ON system.parts TO analytics;
  GRANT SELECT ON system.processes TO analytics;`

function explain(error: unknown, { url, username, database }: ClickHouseAddress): string {
  const { message } = error as Error
  switch (codeOf(error)) {
    case 81:
      return `ClickHouse（${url}）上没有库「${database}」，或账号「${username}」看不到它；请检查 WAREHOUSE 地址末尾的库名`
    case 192:
    case 193:
    case 194:
    case 516:
      return `ClickHouse（${url}）拒绝了账号「${username}」：用户名或密码有误，请检查 WAREHOUSE`
    case 115:
      return `ClickHouse（${url}）的版本过旧：不认得设置 ${settingIn(message)}，报表的 SQL 要用到它；请升级到 26.x`
    case 164:
    case 452:
      return (
        `ClickHouse 账号「${username}」不能随查询指定设置 ${settingIn(message)}，报表的结果要靠它们才正确；` +
        '请把账号的 readonly 由 1 改为 2，并去掉对它的约束'
      )
    case 497:
      return `ClickHouse 账号「${username}」没有读取库「${database}」的权限；请授权：GRANT SELECT ON ${database}.* TO ${username}`
    case null:
      return `连接不上 ClickHouse（${url}）：${networkReason(error)}。请检查 WAREHOUSE 的地址与端口（HTTP 接口，通常是 8123 或 8443），以及 ClickHouse 是否在运行`
    default:
      return `ClickHouse（${url}）不能用作数据仓库：${clickhouseFailure(error).message}`
  }
}

const settingIn = (message: string): string =>
  Object.keys(statementSettings).find((name) => new RegExp(`\\b${name}\\b`).test(message)) ??
  /'(\w+)'/.exec(message)?.[1] ??
  ''

/** The network error's reason, without the address and the sent data. */
function networkReason(error: unknown): string {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (/^ECONNREFUSED/.test(code)) return '对方拒绝连接'
  if (/^(ENOTFOUND|EAI_)/.test(code)) return '找不到主机'
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return `证书不被信任（${code}）`
  if (/abort|timeout/i.test(`${message} ${(error as Error).name}`)) return '超时没有回应'
  return code || '对方的回应不是 ClickHouse 的'
}
