// A user limited by games or row rules learns nothing of other rows, by failures, plans or counts. Two warehouses
// have the same rows of game a and different ones of other games; both give the user of game a the same answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanNode, SandboxRequest, SandboxScope } from '#server/warehouse/sandbox/types.ts'
import { runSteps } from '#tests/factories/sandboxSteps.ts'
import { makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'

/** `others`: text, pattern and number of the rows of games b and c; `rows` of them. */
async function open(others: {
  word: string
  pattern: string
  amount: string
  rows: number
}): Promise<TestWarehouse> {
  const { word, pattern, amount, rows } = others
  return makeWarehouse({
    sql: [
      `CREATE TABLE pay AS SELECT i AS id, 0 AS game_id, 'a' AS game, '1' AS word, '^a' AS pattern, 5::BIGINT AS amount,
         {'inner': '^a'} AS nested FROM range(3000) t(i)`,
      `INSERT INTO pay SELECT i, 1 + i % 2, ['b', 'c'][i % 2 + 1], '${word}', '${pattern}', ${amount},
         {'inner': '${pattern}'} FROM range(${rows}) t(i)`,
      'CREATE TABLE mixed AS SELECT * FROM pay ORDER BY hash(id, game_id)',
      "CREATE TABLE kinds AS SELECT * FROM (VALUES ('a', 'own'), ('b', 'other'), ('c', 'other')) k(game, kind)",
    ],
  })
}

let benches: TestWarehouse[]
beforeAll(async () => {
  benches = await Promise.all([
    open({ word: '2', pattern: '^b', amount: '6', rows: 3000 }),
    open({ word: 'canary%zz', pattern: '(canary', amount: '9223372036854775807', rows: 90_000 }),
  ])
})
afterAll(async () => {
  for (const house of benches) await house.dispose()
})

const scopeBy = (column: string, value: string): SandboxScope => ({
  tables: ['pay', 'mixed'].map((name) => ({ name, games: { column, values: [value, 'z'] }, rules: [] })),
  temporary: [],
})
/** As rules on dimensions say it: by a column of the table, and by one that is looked up by its key. */
const scopeUnder = (...rule: string[]): SandboxScope => ({
  tables: ['pay', 'mixed'].map((name) => ({ name, games: null, rules: [rule] })),
  temporary: [],
})
const scopes = {
  text: scopeBy('game', 'a'),
  number: scopeBy('game_id', '0'),
  rule: scopeUnder(`f."game" IN (SELECT unnest(CAST(['a', 'z'] AS VARCHAR[])))`),
  key: scopeUnder('f."game" IN (SELECT k."game" FROM ', 'kinds', ` AS k WHERE k."kind" = 'own')`),
}

/** All that the caller is told, without times. */
async function answer(house: TestWarehouse, sql: string, more: Partial<SandboxRequest>): Promise<string> {
  const seen: unknown[] = []
  await runSteps(house, {
    sql,
    params: {},
    scope: scopes.text,
    limit: 100,
    mode: 'rows',
    onChunk: (chunk) => void seen.push(chunk.columns),
    ...more,
  }).then(
    ({ rowCount, plan }) => seen.push(rowCount, plan && untimed(plan)),
    (error: Error) => seen.push(error.message),
  )
  return JSON.stringify(seen)
}

const untimed = ({ ms: _, children, ...step }: PlanNode): unknown => ({
  ...step,
  children: children.map(untimed),
})

async function expectAlike(sql: string, more: Partial<SandboxRequest> = {}): Promise<string> {
  const [one = '', other] = await Promise.all(benches.map((bench) => answer(bench, sql, more)))
  expect([sql, other]).toEqual([sql, one])
  expect(one).not.toMatch(/canary|zz|922337/)
  return one
}

const conditions = [
  'word::INTEGER > 0',
  'list_transform([word], lambda x: x::INTEGER)[1] > 0',
  "url_decode('%3' || word) = '1'",
  "string_split_regex('a', pattern) IS NOT NULL",
  "string_split_regex('a', replace(pattern, 'q', '')) IS NOT NULL",
  "string_split_regex('a', nested.inner) IS NOT NULL",
  "regexp_matches('a', pattern)",
  'amount * 2 > 0',
  'amount::DECIMAL(3, 1) > 0',
  'chr(amount::INTEGER) IS NOT NULL',
  "lpad('x', amount::INTEGER, 'y') = 'yyyyx'",
  'length(range(amount)) = 5',
  "set_bit('010101'::BIT, amount::INTEGER, 1) IS NOT NULL",
  "date_trunc(CASE word WHEN '1' THEN 'day' ELSE word END, now()) IS NOT NULL",
  'random() < 2 AND word::INTEGER > 0',
  'EXISTS (SELECT 1 FROM pay o WHERE o.word::INTEGER = mixed.word::INTEGER)',
]

describe('a user of one game', () => {
  it.each(conditions)('learns nothing from %s', async (condition) => {
    for (const scope of Object.values(scopes)) {
      const told = await expectAlike(`SELECT count(*) AS n FROM mixed WHERE ${condition}`, { scope })
      expect(told).toMatch(/\[3000\]|不能|Unknown|format|interpreted|正则|specifier/)
    }
  })

  it.each([
    'SELECT count(*) FROM mixed m JOIN pay p ON m.word::INTEGER = p.word::INTEGER AND m.id = p.id',
    'SELECT sum(word::INTEGER), max(amount), any_value(pattern) FROM mixed',
    'SELECT count(*) FROM mixed WHERE rowid > 0',
    'SELECT DISTINCT word, pattern, amount, nested, typeof(nested) FROM mixed TABLESAMPLE 100%',
    'SELECT word FROM mixed ORDER BY word::INTEGER, id LIMIT 3',
    "FROM (PIVOT mixed ON game IN ('a', 'b') USING count(*)) ORDER BY ALL LIMIT 5",
  ])('gets no other rows by %s', async (sql) => {
    await expectAlike(sql)
  })

  it.each([
    'SELECT count(*) FROM mixed',
    'SELECT * FROM mixed WHERE amount > 100',
    'SELECT game, count(*) FROM mixed WHERE amount = 5 GROUP BY game ORDER BY amount LIMIT 3',
    'SELECT count(*) FROM mixed m, (SELECT i FROM range(20000) t(i)) r WHERE m.id = r.i',
    "SELECT count(*) FROM mixed m JOIN pay p USING (id) WHERE m.word LIKE '1%'",
  ])('sees nothing of others in the plan of %s', async (sql) => {
    for (const mode of ['plan', 'profile'] as const) {
      for (const scope of Object.values(scopes)) await expectAlike(sql, { mode, scope })
    }
  })

  it('is shown columns in plans as they were written', async () => {
    const plan = await expectAlike("SELECT count(*) FROM mixed WHERE word = 'x'", { mode: 'plan' })
    expect(plan).toContain("(word = 'x')")
    expect(plan).not.toMatch(/list_extract|LIMIT/)
  })
})

it('a user of all games is shown estimates', async () => {
  const scope = { tables: [{ name: 'pay', games: null, rules: [] }], temporary: [] }
  const [bench] = benches as [TestWarehouse]
  expect(await answer(bench, 'SELECT * FROM pay', { mode: 'plan', scope })).toContain('"estimatedRows":6000')
})
