// Users' SQL on a ClickHouse by each way in: nobody sees rows beyond their own, masked columns as they are, or anything
// of the server, and no statement runs in a role that the script did not make.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineProxy } from '#tests/factories/clickhouse/proxy.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import type { Person } from '#tests/factories/house.ts'
import { scriptFor } from '#features/code/server/clickhouseCommand.ts'
import { markPersonal } from '#features/config/contract.ts'
import { runCustomReport, saveCustomReport } from '#features/custom/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'
import { tokenWay, ways } from './ways.ts'

const keys = ['search_sqlQuery', 'search_customReport', 'alert_config_edit', 'search_config'] as const

/** Of ways that show no cells, or a few: all rows, and those of who sees less. */
const shown: Record<string, [all: RegExp, part: RegExp]> = {
  'a plan with its run': [/"rows":9/, /"rows":3/],
  'an alarm': [/"rows":9/, /"rows":3/],
  'a segment': [/"members":5/, /"members":2/],
}

describe.skipIf(!hasClickHouse)('users’ SQL on a ClickHouse', () => {
  let engine: ClickHouse
  let proxy: EngineProxy
  let office: Office
  /** Sees game a, and of it the rows of web. */
  let limited: Person
  let all: Person
  const roles = new Set<string>()
  let elsewhere: string

  beforeAll(async () => {
    engine = await shareClickHouse()
    proxy = new EngineProxy(new URL(engine.address).origin)
    await proxy.listen()
    proxy.way = (message, reply) => {
      const asked = new URL(message.url ?? '/', 'http://engine').searchParams
      for (const role of asked.getAll('role')) roles.add(role)
      proxy.whole(message, reply)
    }
    const { username, password } = new URL(engine.sqlAddress)
    const sqlAddress = `http://${username}:${password}@${proxy.host}`
    office = await makeOffice({
      clickhouse: { ...engine, sqlAddress },
      writes: true,
      sql: true,
      extraSql: [
        "INSERT INTO visit VALUES ('2026-10-01', 'b', 'canary-game', 77, 1), ('2026-10-01', 'a', 'canary-rule', 78, 1)",
        "CREATE TABLE contact AS SELECT 'a' AS cgi, 'web' AS channel, 1::BIGINT AS player_id, '13812345678' AS phone",
      ],
    })
    elsewhere = `elsewhere_${process.hrtime.bigint()}`
    await engine.run(`CREATE DATABASE ${elsewhere}`)
    await engine.run(
      `CREATE TABLE ${elsewhere}.t ENGINE = MergeTree ORDER BY tuple() AS SELECT 'canary-elsewhere' AS s`,
    )
    const { db } = office.deps.metadata
    await db
      .insertInto('game')
      .values([
        { cgi: 'a', name: '云海仙途' },
        { cgi: 'b', name: '烽火三国' },
      ])
      .execute()
    const marker = await office.person({ keys: ['search_config', 'see_personal'] })
    const columns = [{ name: 'phone', kind: 'phone' }]
    const marked = await marker.call(markPersonal, { body: { table: 'contact', columns } })
    expect(marked.envelope?.msg).toBe('')
    const rule = { dim: office.dims.channel, how: 'only' as const, values: ['web'], open: false }
    limited = await office.person({ keys, games: ['a'], rules: [rule] })
    all = await office.person({ keys })
  })
  afterAll(async () => {
    await office?.dispose()
    proxy?.close()
    await engine.run(`DROP DATABASE IF EXISTS ${elsewhere}`)
  })

  const visits = 'SELECT cgi, channel, player_id, minutes FROM visit'

  describe.each(ways)('by %s', (title, way) => {
    it('shows all rows to who sees all, and only their own to others', async () => {
      const whole = await way({ office, person: all }, visits)
      const part = await way({ office, person: limited }, visits)
      expect(part).not.toMatch(/canary|store|商店/)
      const [ofAll, ofPart] = shown[title] ?? [
        /canary-game[\s\S]*canary-rule|canary-rule[\s\S]*canary-game/,
        /web|官网/,
      ]
      expect(whole).toMatch(ofAll)
      expect(part).toMatch(ofPart)
    })

    it('shows masks of personal columns, in conditions too', async () => {
      const told = await way({ office, person: all }, 'SELECT cgi, player_id, phone FROM contact')
      expect(told).not.toContain('13812345678')
      const found = await way(
        { office, person: all },
        "SELECT cgi, player_id, 'found-it' AS hit FROM contact WHERE phone = '13812345678'",
      )
      expect(found.replaceAll("'found-it'", '')).not.toContain('found-it')
    })

    it.each([
      'SELECT * FROM system.tables',
      `SELECT s AS player_id, 'a' AS cgi FROM ${'ELSEWHERE'}.t`,
      "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
      "SELECT * FROM file('/etc/passwd', 'LineAsString')",
      "SELECT file('/etc/passwd') AS player_id, 'a' AS cgi",
      "SELECT * FROM remote('127.0.0.1', 'system', 'one')",
      "SELECT dictGet('d', 'a', 1) AS player_id, 'a' AS cgi",
      "SELECT getSetting('readonly') AS player_id, 'a' AS cgi",
      "SELECT SLEEP(3) AS player_id, 'a' AS cgi",
      `${visits} SETTINGS max_threads = 1`,
      `${visits} INTO OUTFILE 'x'`,
      `${visits}; DROP TABLE visit`,
      'INSERT INTO visit SELECT * FROM visit',
    ])('refuses %s', async (sql) => {
      const told = await way({ office, person: limited }, sql.replace('ELSEWHERE', elsewhere))
      expect(told).toMatch(/\p{Script=Han}/u)
      expect(told).not.toMatch(/root:|canary|MergeTree|"rowCount":[1-9]/)
    })
  })

  it('narrower rights than an account’s run in the role of the narrowest that holds them', async () => {
    const told = await tokenWay(['b'])({ office, person: all }, visits)
    expect(told).toContain('canary-game')
    expect(told).not.toContain('canary-rule')
    const body = { name: '共享', sql: visits, params: [], chart: null, published: true }
    const { id } = (await all.call<{ id: string }>(saveCustomReport, { body })).data
    const read = await limited.call(runCustomReport, { params: { id }, body: {} })
    expect(read.text).toContain('web')
    expect(read.text).not.toMatch(/canary|store/)
  })

  it('no statement ran in a role that the script does not make', async () => {
    const script = await scriptFor(office.deps)
    const made = new Set(script.match(/analytics_sql_[0-9a-f]{24}/g))
    expect(roles.size).toBeGreaterThan(0)
    expect([...roles].filter((role) => !made.has(role))).toEqual([])
  })
})
