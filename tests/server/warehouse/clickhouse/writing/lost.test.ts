// Answers of ClickHouse that get lost, rights that are missing, tables on replicas: loads by the command, through a
// stand-in between the server and the engine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listThere } from '#server/warehouse/clickhouse/writing/formers.ts'
import { readImport } from '#server/warehouse/import/arguments.ts'
import { addFile, importFile } from '#server/warehouse/import/command.ts'
import { readSource } from '#server/warehouse/import/source.ts'
import { openWarehouseStores, type WarehouseStores } from '#server/warehouse/openStores.ts'
import type { Between } from '#tests/factories/clickhouse/between.ts'
import { standBetween } from '#tests/factories/clickhouse/between.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'
import { loadGuard } from '#features/checks/server/index.ts'
import { reportProposer } from '#features/config/server/index.ts'

const first = 'day,id,n\n2026-01-01,1,1\n2026-01-02,2,2\n2026-01-03,3,3\n'
const second = 'day,id,n\n2026-01-02,2,20\n2026-01-04,4,40\n'

describe.skipIf(!hasClickHouse)('loads by the command into a ClickHouse', () => {
  let engine: ClickHouse
  let between: Between
  let house: House
  let stores: WarehouseStores
  let folder: string
  let database: string
  beforeAll(async () => {
    engine = await shareClickHouse()
    between = await standBetween(engine.address)
    house = await makeHouse({ clickhouse: engine, writes: true })
    database = house.clickhouseDatabase as string
    await house.person({ keys: ['search_config'] })
    stores = await openWarehouseStores(
      { ...house.deps.settings, warehouseWriter: `${between.address}/${database}` },
      house.deps.log,
    )
    folder = mkdtempSync(join(tmpdir(), 'lost-'))
  })
  beforeEach(() => {
    between.decide = () => 'pass'
  })
  afterAll(async () => {
    await stores?.warehouse.stop()
    await house?.dispose()
    await between?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  const load = async (content: string, ...args: string[]) => {
    const path = join(folder, 'rows.csv')
    writeFileSync(path, content)
    const request = readImport([path, ...args])
    const { settings, metadata } = house.deps
    const guard = loadGuard({ settings, metadata })
    const { writer } = stores.warehouse
    const given = { request, settings, metadata, proposer: reportProposer, guard, writer }
    const source = await readSource(path)
    const { addition } = request
    const { lines } = await (addition
      ? addFile({ ...given, source }, addition)
      : importFile({ ...given, source }))
    return lines
  }
  const cells = async (table: string): Promise<unknown[]> => {
    const { rows } = await engine.run(`SELECT toString(day), id, n FROM ${table} ORDER BY n`, { database })
    return rows.map((row) => row.join(' '))
  }
  const hidden = async (): Promise<string[]> => {
    const { rows } = await engine.run(
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '.load_')",
      { database },
    )
    const formers = await listThere(
      stores.warehouse.writer as NonNullable<WarehouseStores['warehouse']['writer']>,
    )
    return rows.map(([name]) => String(name)).filter((name) => !formers.some(({ id }) => id === name))
  }

  const ways: [name: string, args: string[], statement: RegExp, rows: string[]][] = [
    ['a new table', [], /^RENAME TABLE/, ['2026-01-01 1 1', '2026-01-02 2 2', '2026-01-03 3 3']],
    [
      'rows',
      ['--append'],
      /^ALTER TABLE `\w+` ATTACH PARTITION/,
      ['2026-01-01 1 1', '2026-01-02 2 2', '2026-01-03 3 3', '2026-01-02 2 20', '2026-01-04 4 40'],
    ],
    [
      'days',
      ['--by-day'],
      /^EXCHANGE TABLES/,
      ['2026-01-01 1 1', '2026-01-03 3 3', '2026-01-02 2 20', '2026-01-04 4 40'],
    ],
    [
      'keys',
      ['--key', 'id'],
      /^EXCHANGE TABLES/,
      ['2026-01-01 1 1', '2026-01-03 3 3', '2026-01-02 2 20', '2026-01-04 4 40'],
    ],
    ['a replaced table', ['--replace'], /^EXCHANGE TABLES/, ['2026-01-02 2 20', '2026-01-04 4 40']],
  ]
  const losses = ways.flatMap(([name, ...way], at) =>
    (['rows', 'statement'] as const).map((what) => [name, what, at, ...way] as const),
  )
  it.each(losses)(
    'bring %s once where the answer to the %s is lost',
    async (name, what, at, args, statement, rows) => {
      const table = `way_${at}_${what}`
      if (args.length > 0) await load(first, '--table', table)
      let cut = 0
      between.decide = (sql) => {
        const isIt = what === 'rows' ? sql.startsWith('INSERT INTO `.load_') : statement.test(sql)
        if (!isIt || cut > 0) return 'pass'
        cut += 1
        return 'cut'
      }
      await load(args.length > 0 ? second : first, '--table', table, ...args)
      expect(cut).toBe(1)
      expect(await cells(table)).toEqual(rows)
      expect(await hidden()).toEqual([])
      if (args.length === 0 || name === 'a replaced table') return
      await expect(load(second, '--table', table, ...args)).rejects.toThrow('没有再次载入')
      expect(await cells(table)).toEqual(rows)
    },
  )

  it('change nothing and say so where rows come in from elsewhere at the same moment', async () => {
    await load(first, '--table', 'raced')
    const before = await cells('raced')
    let looks = 0
    between.decide = (sql) => {
      if (!sql.includes('sum(cityHash64(')) return 'pass'
      looks += 1
      // The second look, just before the exchange, finds other content.
      return looks === 2 ? { rows: '["rows","loads"]\n["String","String"]\n["99","1"]\n' } : 'pass'
    }
    await expect(load(second, '--table', 'raced', '--by-day')).rejects.toThrow('载入途中又有别的数据写入')
    expect(await cells('raced')).toEqual(before)
    expect(await hidden()).toEqual([])
  })

  it('name a right that was taken away, and change nothing', async () => {
    await load(first, '--table', 'denied')
    between.decide = (sql) =>
      sql.startsWith('ALTER TABLE')
        ? {
            code: 497,
            message:
              "loader: Not enough privileges. To execute this query, it's necessary to have the grant ALTER DELETE ON x.denied. (ACCESS_DENIED)",
          }
        : 'pass'
    await expect(load(second, '--table', 'denied', '--by-day')).rejects.toThrow(
      '写入 ClickHouse 的账号「default」缺少权限 ALTER DELETE ON x.denied，没有载入；请管理员授权后再试',
    )
    expect(await cells('denied')).toHaveLength(3)
    between.decide = () => 'pass'
    expect(await hidden()).toEqual([])
  })

  const startWith = async (decide: Between['decide']): Promise<string> => {
    between.decide = decide
    const settings = { ...house.deps.settings, warehouseWriter: `${between.address}/${database}` }
    const error = await openWarehouseStores(settings, house.deps.log).catch((failure: unknown) => failure)
    return (error as Error).message
  }

  it('are refused at the start with each missing right by its name', async () => {
    const said = await startWith((sql) => {
      const right = /^CHECK GRANT (.+) ON/.exec(sql)?.[1]
      if (right)
        return { rows: `["result"]\n["UInt8"]\n[${['INSERT', 'DROP TABLE'].includes(right) ? 0 : 1}]\n` }
      return sql.startsWith('INSERT INTO') ? { code: 497, message: 'Not enough privileges.' } : 'pass'
    })
    expect(said).toContain(`在库「${database}」里缺少权限：写入（INSERT）、删表（DROP TABLE）`)
    expect(said).toContain(`请授权：GRANT INSERT, DROP TABLE ON ${database}.* TO default`)
  })

  it('are refused at the start in a database on replicas', async () => {
    const said = await startWith((sql) =>
      sql.includes('system.databases') ? { rows: '["engine"]\n["String"]\n["Replicated"]\n' } : 'pass',
    )
    expect(said).toContain(`库「${database}」的引擎是 Replicated，表在多个副本上`)
  })

  it('are refused into a table on replicas, which they did not make', async () => {
    await load(first, '--table', 'copied')
    between.decide = (sql) =>
      sql.startsWith('SELECT engine FROM system.tables')
        ? { rows: '["engine"]\n["String"]\n["ReplicatedMergeTree"]\n' }
        : 'pass'
    for (const way of ['--append', '--replace'])
      await expect(load(second, '--table', 'copied', way)).rejects.toThrow(
        '数据表「copied」在 ClickHouse 上的引擎是 ReplicatedMergeTree',
      )
    expect(await cells('copied')).toHaveLength(3)
  })
})
