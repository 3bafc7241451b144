// The demo's data: reproducible for the same day, and consistent.
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDemoWarehouse } from '#demo/warehouse/make.ts'
import { makeFolder, makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'

const today = '2026-11-21'
const scale = 0.05
let demo: TestWarehouse
const progress: { fraction: number; step: string }[] = []
beforeAll(async () => {
  const dataDir = await makeFolder()
  await makeDemoWarehouse({ dataDir, today, scale, onProgress: (each) => progress.push(each) })
  demo = await makeWarehouse({ dataDir })
})
afterAll(() => demo.dispose())

/** One number. */
const number = async (sql: string, house = demo) => Number((await house.rows(sql))[0]?.[0])

it('tells how far it is, to the end', () => {
  const fractions = progress.map(({ fraction }) => fraction)
  expect(fractions).toEqual([...fractions].sort((one, other) => one - other))
  expect(fractions.at(-1)).toBe(1)
  expect(progress.length).toBeGreaterThan(8)
})

it('has its tables, each column with a comment', () => {
  const tables = demo.warehouse.tables()
  expect(tables.map(({ name }) => name).sort()).toEqual([
    'ad_cost',
    'currency_balance',
    'dim_channel',
    'dim_item',
    'dim_region',
    'dim_server',
    'game_event',
    'login_day',
    'online_5min',
    'pay_ledger',
    'pay_order',
    'register',
  ])
  for (const { name, comment, columns, rowCount } of tables) {
    expect(comment, name).not.toBe('')
    expect(rowCount, name).toBeGreaterThan(0)
    for (const column of columns) expect(column.comment, `${name}.${column.name}`).not.toBe('')
  }
})

it('is the same when it is made again', async () => {
  const dataDir = await makeFolder()
  await makeDemoWarehouse({ dataDir, today, scale })
  const again = await makeWarehouse({ dataDir })
  try {
    for (const { name } of demo.warehouse.tables()) {
      const sql = `SELECT bit_xor(hash(t))::VARCHAR, count(*) FROM ${name} t`
      expect(await again.rows(sql), name).toEqual(await demo.rows(sql))
    }
  } finally {
    await again.warehouse.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

describe('its figures', () => {
  it.each([
    [
      'no log-in before the registration',
      'FROM login_day JOIN register USING (cgi, player_id) WHERE login_date < register_date',
    ],
    ['no log-in of an unknown player', 'FROM login_day ANTI JOIN register USING (cgi, player_id)'],
    [
      'one registration a player and game',
      'FROM (SELECT 1 FROM register GROUP BY cgi, player_id HAVING count(*) > 1)',
    ],
    [
      'one row a player, game and day',
      'FROM (SELECT 1 FROM login_day GROUP BY cgi, player_id, login_date HAVING count(*) > 1)',
    ],
    [
      'no order before the registration',
      'FROM pay_order JOIN register USING (cgi, player_id) WHERE pay_time < register_time',
    ],
    ['no order of an unknown player', 'FROM pay_order ANTI JOIN register USING (cgi, player_id)'],
    ['one order a number', 'FROM (SELECT order_id FROM pay_order GROUP BY 1 HAVING count(*) > 1)'],
    [
      'one first order a payer, the earliest',
      `FROM (SELECT 1 FROM pay_order GROUP BY cgi, player_id
      HAVING count(*) FILTER (is_first) <> 1 OR min(pay_time) <> min(pay_time) FILTER (is_first))`,
    ],
    [
      'no event before the registration',
      'FROM game_event JOIN register USING (cgi, player_id) WHERE event_time < register_time',
    ],
    [
      'no server before it opened',
      'FROM register JOIN dim_server USING (server_id) WHERE register_date < open_date',
    ],
    ['no unknown server', 'FROM register ANTI JOIN dim_server USING (server_id, cgi)'],
    ['no unknown good', 'FROM pay_order ANTI JOIN dim_item USING (item_id)'],
    [
      'a channel that is a player’s own',
      `FROM login_day l JOIN register r USING (cgi, player_id)
      WHERE l.channel IS DISTINCT FROM r.channel OR l.cgi <> r.cgi OR l.server_id <> r.server_id`,
    ],
    [
      'clicks within impressions, installations within clicks',
      'FROM ad_cost WHERE installs > clicks OR clicks > impressions',
    ],
    [
      'balances that move by less than a tenth a day',
      `FROM (SELECT balance, lag(balance)
      OVER (PARTITION BY server_id, currency ORDER BY balance_date) AS before FROM currency_balance)
      WHERE abs(balance - before) > before * 0.1 OR balance <= 0`,
    ],
    ['nothing of the future', `FROM game_event WHERE event_time > TIMESTAMP '${today} 14:35:00'`],
    ['no empty amounts', 'FROM pay_order WHERE amount IS NULL OR amount <= 0'],
  ])('have %s', async (_name, from) => {
    expect(await number(`SELECT count(*) ${from}`)).toBe(0)
  })

  it('span two years to a part of today', async () => {
    expect(await demo.rows('SELECT min(login_date), max(login_date) FROM login_day')).toEqual([
      ['2024-11-21', today],
    ])
    const ofToday = await number(`SELECT count(*) FROM login_day WHERE login_date = DATE '${today}'`)
    const ofLastWeek = await number(`SELECT count(*) FROM login_day WHERE login_date = DATE '${today}' - 7`)
    expect(ofToday).toBeGreaterThan(ofLastWeek * 0.3)
    expect(ofToday).toBeLessThan(ofLastWeek * 0.9)
  })

  it('have fewer players back the later', async () => {
    const rows = await demo.rows(`SELECT login_date - register_date AS age, count(*)
      FROM login_day JOIN register USING (cgi, player_id) WHERE register_date < DATE '${today}' - 60
      GROUP BY 1 HAVING age IN (0, 1, 3, 7, 14, 30, 60) ORDER BY 1`)
    const counts = rows.map(([, count]) => Number(count))
    expect(counts).toEqual([...counts].sort((one, other) => other - one))
    const [first = 0, second = 0] = counts
    expect(second / first).toBeGreaterThan(0.3)
    expect(second / first).toBeLessThan(0.5)
  })

  it('have a few players of two games', async () => {
    const ids = await demo.rows(`SELECT count(*), count(*) FILTER (games > 1) FROM
      (SELECT player_id, count(DISTINCT cgi) AS games FROM login_day GROUP BY 1)`)
    const [all = 0, several = 0] = (ids[0] ?? []).map(Number)
    expect(several / all).toBeGreaterThan(0.002)
    expect(several / all).toBeLessThan(0.03)
  })

  it('have three to five of a hundred players pay', async () => {
    const ratio =
      await number(`SELECT (SELECT count(DISTINCT (player_id, pay_date)) FROM pay_order WHERE status = 'paid')
      / (SELECT count(*) FROM login_day)`)
    expect(ratio).toBeGreaterThan(0.03)
    expect(ratio).toBeLessThan(0.05)
  })
})

describe('its incidents', () => {
  it('are a gap of two days in one game', async () => {
    const rows = await demo.rows(`SELECT cgi, d.day::DATE FROM (SELECT DISTINCT cgi FROM login_day) g
      CROSS JOIN generate_series(DATE '${today}' - 300, DATE '${today}', INTERVAL 1 DAY) d(day)
      ANTI JOIN login_day l ON l.cgi = g.cgi AND l.login_date = d.day
      WHERE g.cgi <> 'mcxy' OR d.day >= DATE '${today}' - 250 ORDER BY 2`)
    expect(rows).toHaveLength(2)
    expect(new Set(rows.map(([cgi]) => cgi))).toEqual(new Set(['fhsg']))
  })

  it('are a day of fraud on one channel', async () => {
    const rows = await demo.rows(
      `SELECT DISTINCT cgi, channel, pay_date FROM pay_order WHERE status = 'fraud'`,
    )
    expect(rows).toEqual([['xgwy', 'toutiao', '2026-09-07']])
  })

  it('are rows that came days late', async () => {
    expect(
      await number(`SELECT count(*) FROM pay_order WHERE load_time > pay_time + INTERVAL 12 HOUR`),
    ).toBeGreaterThan(10)
    expect(await number(`SELECT count(*) FROM pay_order WHERE load_time < pay_time`)).toBe(0)
  })

  it('are channels that are empty, and that are not there', async () => {
    const rows = await demo.rows(
      `SELECT count(*) FILTER (channel = '') > 0, count(*) FILTER (channel IS NULL) > 0 FROM register`,
    )
    expect(rows).toEqual([[true, true]])
  })

  it('are names that try the nerves of spreadsheets', async () => {
    const rows = await demo.rows(`SELECT DISTINCT player_name FROM register
      WHERE player_name IN ('=1+1', '@SUM(A1:A9)', '+86 138', '-1', '张"三"丰', '逗号,党', '🐉龙的传人🐉') ORDER BY 1`)
    expect(rows.length).toBeGreaterThan(5)
  })
})

it('refuses what is no day', async () => {
  const dataDir = await makeFolder()
  await expect(makeDemoWarehouse({ dataDir, today: 'someday', scale })).rejects.toThrow('someday')
  await rm(dataDir, { recursive: true, force: true })
})
