// The statements with which a ClickHouse's administrator sets up the account for users' SQL: profile, quota, account,
// and for each table as each group of readers sees it a role with a row policy. Running them again changes what has
// changed; roles that nobody needs any more lose the account that could take them.
import { createHash } from 'node:crypto'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { SandboxTable } from '../types.ts'
import { lex } from './lexer.ts'
import { quotedName, quotedText } from './names.ts'
import { profileSettings } from './profile.ts'
import { conditionOf, roleOf } from './sight.ts'
import { columnsOf } from './sources.ts'

interface ScriptOrder {
  database: string
  username: string
  /** Null where WAREHOUSE_SQL is not set yet: the administrator puts one in. */
  password: string | null
  zone: string
  tables: readonly PhysicalTable[]
  /** Tables as readers see them; equal ones may repeat. */
  sights: readonly SandboxTable[]
}

interface Role {
  name: string
  table: PhysicalTable
  condition: string | null
  /** Further tables that the condition looks into. */
  looksInto: string[]
}

export function accountScript(order: ScriptOrder): string {
  const roles = rolesOf(order)
  const user = quotedName(order.username)
  const limited = [...new Set(roles.map(({ table }) => table.name))].sort()
  return [
    '-- 由 npm run clickhouse -- script 生成：用户 SQL 在 ClickHouse 上的账号。可重复执行；定义、游戏、数据规则或表变化后重新生成并执行。',
    ...profile(order),
    `CREATE USER OR REPLACE ${user} ${identified(order.password)} DEFAULT ROLE NONE SETTINGS PROFILE 'analytics_sql';`,
    `CREATE QUOTA OR REPLACE analytics_sql FOR INTERVAL 1 hour MAX queries = 20000, execution_time = 72000 TO ${user};`,
    '',
    '-- 其他账号读到的行不变：有了行策略的表，没有策略的账号可能一行也读不到。',
    ...limited.map(
      (name) =>
        `CREATE ROW POLICY OR REPLACE analytics_others ON ${place(order, name)} FOR SELECT USING 1 AS PERMISSIVE TO ALL EXCEPT ${user};`,
    ),
    ...roles.flatMap((role) => ['', ...roleLines(role, order)]),
    '',
  ].join('\n')
}

const place = ({ database }: Pick<ScriptOrder, 'database'>, table: string): string =>
  `${quotedName(database)}.${quotedName(table)}`

function profile({ zone }: ScriptOrder): string[] {
  const settings = Object.entries({ ...profileSettings(zone), readonly: 1 }).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : quotedText(value)}`,
  )
  return [`CREATE SETTINGS PROFILE OR REPLACE analytics_sql SETTINGS ${settings.join(', ')};`]
}

/** The password itself stands in no output. */
function identified(password: string | null): string {
  if (password === null) return "IDENTIFIED BY '在这里填写密码'"
  return `IDENTIFIED WITH sha256_hash BY '${createHash('sha256').update(password).digest('hex')}'`
}

function rolesOf({ database, tables, sights }: ScriptOrder): Role[] {
  const found = new Map<string, Role>()
  for (const sight of sights) {
    const table = tables.find(({ name }) => name === sight.name)
    if (!table) continue
    const name = roleOf(database, sight, columnsOf(table))
    const looksInto = sight.rules.flatMap((pieces) => pieces.filter((_, at) => at % 2 === 1))
    found.set(name, { name, table, condition: conditionOf(sight, database), looksInto })
  }
  return [...found.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
}

function roleLines({ name, table, condition, looksInto }: Role, order: ScriptOrder): string[] {
  const user = quotedName(order.username)
  const at = place(order, table.name)
  const columns = columnsOf(table).map(quotedName).join(', ')
  return [
    `CREATE ROLE IF NOT EXISTS ${name};`,
    `REVOKE ALL ON *.* FROM ${name};`,
    `GRANT SELECT(${columns}) ON ${at} TO ${name};`,
    ...new Set(looksInto.map((other) => `GRANT SELECT ON ${place(order, other)} TO ${name};`)),
    `CREATE ROW POLICY OR REPLACE ${name} ON ${at} FOR SELECT USING ${policyText(condition)} AS PERMISSIVE TO ${name};`,
    `GRANT ${name} TO ${user};`,
  ]
}

/** A policy names the table's own columns: without the source's name. */
function policyText(condition: string | null): string {
  if (condition === null) return '1'
  const tokens = lex(condition)
  let text = ''
  let from = 0
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]
    if (token.word !== 'f' || next?.text !== '.') return
    text += condition.slice(from, token.start)
    from = next.end
  })
  return text + condition.slice(from)
}
