// The script for the account of users' SQL, parsed by the engine, and what the lists of functions say of the engine.
import { beforeAll, describe, expect, it } from 'vitest'
import { isAllowedFunction } from '#server/warehouse/sandbox/clickhouse/functions/allowed.ts'
import { refusedNames } from '#server/warehouse/sandbox/clickhouse/functions/refused.ts'
import { accountScript } from '#server/warehouse/sandbox/clickhouse/script.ts'
import { conditionOf, roleOf } from '#server/warehouse/sandbox/clickhouse/sight.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'

const column = (name: string) => ({ name, type: 'String', comment: '' })
const tables = ['visit', 'dim_channel'].map((name) => ({
  name,
  comment: '',
  rowCount: 0,
  updatedAt: '',
  columns: [column('cgi'), column('channel'), column('名称')],
}))
const sight = (games: string[] | null, rules: string[][] = []) => ({
  name: 'visit',
  games: games && { column: 'cgi', values: games },
  rules,
})
const rule = [
  'f."channel" IN (SELECT j2."channel" FROM ',
  'dim_channel',
  ' AS j2 WHERE j2."名称" IN (\'买量 f.x\'))',
]
const order = {
  database: 'game',
  username: 'analytics_sql',
  password: "it's secret",
  zone: 'Asia/Shanghai',
  tables,
  sights: [sight(null), sight(['a', "b'c"]), sight(["b'c", 'a']), sight([]), sight(['a'], [rule])],
}
const statements = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('--'))
    .map((line) => line.replace(/;$/, ''))

describe('the script for the account of users’ SQL', () => {
  const lines = statements(accountScript(order))

  it('makes one role for each way in which a table is seen, whatever the order of games', () => {
    expect(lines.filter((line) => line.startsWith('CREATE ROLE')).length).toBe(4)
    const columns = ['cgi', 'channel', '名称']
    const named = roleOf('game', sight(['a', "b'c"]), columns)
    expect(roleOf('game', sight(["b'c", 'a']), columns)).toBe(named)
    const others = [sight(null), sight(['a']), sight([]), sight(['a', "b'c"], [rule])]
    for (const other of others) expect(roleOf('game', other, columns)).not.toBe(named)
    expect(roleOf('game', sight(['a', "b'c"]), ['cgi'])).not.toBe(named)
    expect(roleOf('other', sight(['a', "b'c"]), columns)).not.toBe(named)
  })

  it('gives each role the rows of its readers, and no role to the account by itself', () => {
    const policies = lines.filter((line) => /^CREATE ROW POLICY OR REPLACE analytics_sql_/.test(line))
    const using = policies.map((line) => /USING (.*) AS PERMISSIVE/.exec(line)?.[1]).sort()
    expect(using).toEqual(
      [
        '1',
        '(false)',
        "(toString(`cgi`) IN ('a', 'b\\'c'))",
        '(toString(`cgi`) IN (\'a\')) AND ("channel" IN (SELECT j2."channel" FROM `game`.`dim_channel` AS j2 WHERE j2."名称" IN (\'买量 f.x\')))',
      ].sort(),
    )
    expect(lines.some((line) => /^CREATE USER .* DEFAULT ROLE NONE /.test(line))).toBe(true)
    expect(lines.join('\n')).not.toContain("it's secret")
    expect(conditionOf(sight(null), 'game')).toBeNull()
  })

  it('leaves what others read as it was', () => {
    expect(lines).toContain(
      'CREATE ROW POLICY OR REPLACE analytics_others ON `game`.`visit` FOR SELECT USING 1 AS PERMISSIVE TO ALL EXCEPT `analytics_sql`',
    )
  })
})

describe.skipIf(!hasClickHouse)('beside the engine', () => {
  let engine: ClickHouse
  beforeAll(async () => {
    engine = await shareClickHouse()
  })

  it('every statement of the script is one that the engine knows', async () => {
    for (const line of statements(accountScript(order))) {
      const { rows } = await engine.run('SELECT formatQuerySingleLine({p1:String})', { params: { p1: line } })
      expect(rows[0]?.[0]).toMatch(/^(CREATE|GRANT|REVOKE) /)
    }
  })

  it('every setting of the profile is one that the engine knows', async () => {
    const [made = ''] = statements(accountScript(order))
    const named = [...made.matchAll(/(\w+) = /g)].map(([, name]) => name as string)
    expect(named.length).toBeGreaterThan(20)
    const { rows } = await engine.run('SELECT name FROM system.settings')
    const known = new Set(rows.map(([name]) => name))
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('each function of the engine was looked at: it is listed as allowed or as refused', async () => {
    const { rows } = await engine.run("SELECT name FROM system.functions WHERE origin = 'System'")
    const refused = new Set(refusedNames.trim().split(/\s+/))
    const names = rows.map(([name]) => String(name))
    expect(names.length).toBeGreaterThan(1500)
    expect(names.filter((name) => !refused.has(name) && !isAllowedFunction(name))).toEqual([])
    expect([...refused].filter(isAllowedFunction)).toEqual([])
  })

  it('functions that take functions are known as such, so that a bare name in them is looked at', async () => {
    const { higherOrderNames } = await import('#server/warehouse/sandbox/clickhouse/functions/higherOrder.ts')
    const { rows } = await engine.run('SELECT name FROM system.functions WHERE higher_order = 1')
    const listed = new Set(higherOrderNames.trim().split(/\s+/))
    expect(rows.map(([name]) => String(name)).filter((name) => !listed.has(name))).toEqual([])
  })
})
