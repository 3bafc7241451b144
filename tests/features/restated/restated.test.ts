// Days whose figures changed after they were whole: what each way of loading makes of them, counted a second way, and
// what readers of some games get to know.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRows, type RowScope } from '#semantic/model/rowScope.ts'
import { takeBackThere } from '#server/warehouse/clickhouse/writing/formers.ts'
import { takeTableBack } from '#server/warehouse/import/takingBack.ts'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import type { RestatedFigure } from '#shared/imports/restatedSchema.ts'
import { describeEngines } from '#tests/factories/engines.ts'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'
import { readDefinitions, reportProposer } from '#features/config/server/index.ts'
import { restatedFor } from '#features/restated/server/index.ts'
import { listRestatements } from '#features/restated/server/listing.ts'
import { settleRestatements } from '#features/restated/server/recording.ts'

describeEngines('restated figures', (engine) => {
  let house: ImportHouse
  beforeAll(async () => {
    house = await makeImportHouse(await engine.options())
  })
  afterAll(() => house?.dispose())

  let number = 0
  async function load(table: string, content: string, ...args: string[]) {
    number += 1
    await house.run([await house.file(`${number}.csv`, content), '--table', table, '--again', ...args])
  }
  const begin = async (table: string, content: string, ...args: string[]) => {
    number += 1
    await house.run([await house.file(`${number}.csv`, content), '--table', table, ...args])
  }
  const takeBack = (table: string) => {
    const { writer, ...rest } = house
    const order = { ...rest, table, proposer: reportProposer }
    return writer ? takeBackThere({ ...order, writer }) : takeTableBack(order)
  }

  const tablesOf = async () =>
    house.writer ? house.writer.tables() : (await readManifest(warehouseFolder(house.dataDir))).tables

  async function restated(table: string, reader: RowScope = allRows): Promise<RestatedFigure[]> {
    const model = { ...(await readDefinitions(house.metadata.db)), tables: [] }
    const own = model.pointTables.find(({ table_truename }) => table_truename === table)
    const points = model.points.filter(
      ({ table_id, name }) => table_id === own?.id && name.endsWith('amount'),
    )
    expect(points).toHaveLength(1)
    return restatedFor(house, reader, { model, points: points.map(({ id }) => id), range: null })
  }

  const brief = (figures: readonly RestatedFigure[]) =>
    figures.map(({ day, state, before, after, how }) => [day, state, before, after, how])
  const told = async (table: string, reader?: RowScope) => brief(await restated(table, reader))

  /** The sum over the rows themselves. */
  const amountOn = async (table: string, day: string): Promise<number> =>
    (await house.rows(table)).filter(([own]) => own === day).reduce((sum, row) => sum + Number(row.at(-1)), 0)

  const head = 'day,cgi,amount\n'
  const first = `${head}2026-01-01,yhxt,1.50\n2026-01-02,yhxt,2\n2026-01-02,fhsg,3\n2026-01-03,yhxt,4\n`

  describe('a load into whole days', () => {
    it('that replaces a day is told at its figures, as the rows add up before and after', async () => {
      await begin('replaced', first)
      expect(await restated('replaced')).toEqual([])
      const before = await amountOn('replaced', '2026-01-02')
      await load('replaced', `${head}2026-01-02,yhxt,5.25\n2026-01-04,yhxt,9\n`, '--by-day')
      const after = await amountOn('replaced', '2026-01-02')
      expect([before, after]).toEqual([5, 8.25])
      expect(await told('replaced')).toEqual([
        ['2026-01-02', 'changed', String(before), String(after), 'days'],
      ])
      expect((await restated('replaced'))[0]).toMatchObject({ source: `${number}.csv`, loads: 1 })
    })

    it('of late rows, a correction by key, and a whole table is told alike', async () => {
      await begin('ways', first)
      await load('ways', `${head}2026-01-01,yhxt,0.5\n`, '--append')
      expect(await told('ways')).toEqual([['2026-01-01', 'changed', '1.5', '2', 'rows']])
      await load('ways', `${head}2026-01-02,fhsg,10\n`, '--key', 'day,cgi')
      expect((await told('ways')).slice(1)).toEqual([['2026-01-02', 'changed', '5', '12', 'keys']])
      await begin('ways', first.replace('1.50', '7.00'), '--replace')
      expect(await told('ways')).toEqual([
        ['2026-01-01', 'changed', '1.5', '7', 'replace'],
        ['2026-01-02', 'restored', '5', '5', 'replace'],
      ])
    })

    it('that moves a row to another day is told at both', async () => {
      await begin('moved', 'day,code,amount\n2026-01-01,a,1\n2026-01-02,b,2\n2026-01-03,c,4\n')
      await load('moved', 'day,code,amount\n2026-01-02,a,1\n', '--key', 'code')
      expect(await told('moved')).toEqual([
        ['2026-01-01', 'changed', '1', null, 'keys'],
        ['2026-01-02', 'changed', '2', '3', 'keys'],
      ])
    })

    it('says where taking a table back restored the former figure', async () => {
      await begin('back', first)
      await load('back', `${head}2026-01-02,yhxt,5\n`, '--by-day')
      await takeBack('back')
      const [figure, ...rest] = await restated('back')
      expect(rest).toEqual([])
      expect(figure).toMatchObject({ state: 'restored', before: '5', between: '8', after: '5', how: 'back' })
      expect(figure?.loads).toBe(2)
    })

    it('tells nothing of new days, of days before the first, and of the same figures again', async () => {
      await begin('quiet', first)
      await load('quiet', `${head}2026-01-04,yhxt,9\n2025-12-31,yhxt,9\n`, '--append')
      await begin('quiet', `${first}2026-01-04,yhxt,9\n2025-12-31,yhxt,9\n`, '--replace')
      expect(await restated('quiet')).toEqual([])
    })

    it('tells nothing of days that are told by another column from then on', async () => {
      await begin('other', 'day,paid,amount\n2026-01-01,2026-01-02,1\n2026-01-02,2026-01-03,2\n')
      await begin(
        'other',
        'day,paid,amount\n2026-01-01,2026-01-02,5\n',
        '--replace',
        '--force',
        '--date',
        'paid',
      )
      expect(await restated('other')).toEqual([])
    })

    it('of many days is told by their rows alone', async () => {
      const days = Array.from({ length: 3_650 }, (_, at) =>
        new Date(Date.UTC(2016, 0, 1 + at)).toISOString().slice(0, 10),
      )
      const rows = (amount: number) => head + days.map((day) => `${day},yhxt,${amount}\n`).join('')
      await begin('years', rows(1))
      await load('years', rows(2), '--append')
      const figures = await restated('years')
      expect(figures.every(({ point }) => point === null)).toBe(true)
      expect(figures).toHaveLength(1_000)
      expect(brief(figures.slice(-1))).toEqual([[days.at(-1), 'changed', '1', '2', 'rows']])
      const noted = house.metadata.db.selectFrom('restatement').selectAll().where('table_name', '=', 'years')
      expect(await noted.execute()).toMatchObject([
        { days: 3_650, rows_before: 3_650, rows_after: 7_300, figures: 0 },
      ])
    })
  })

  describe('a reader', () => {
    it('of some games gets these games’ figures, and nothing where they did not change', async () => {
      await begin('games', first, '--game', 'cgi')
      await load('games', `${head}2026-01-02,yhxt,5\n`, '--by-day')
      const reader = (...games: string[]) => ({ games, rules: [] })
      expect(await told('games', reader('yhxt'))).toEqual([['2026-01-02', 'changed', '2', '5', 'days']])
      expect(await told('games', reader('fhsg'))).toEqual([])
      expect(await told('games', reader('yhxt', 'fhsg'))).toEqual([
        ['2026-01-02', 'changed', '5', '8', 'days'],
      ])
      // A file's name may name what the reader does not see.
      expect((await restated('games', reader('yhxt')))[0]?.source).toBe('')
      const rule = { dim: 1, how: 'only' as const, values: ['a'], open: false }
      expect(await told('games', { games: 'all', rules: [rule] })).toEqual([
        ['2026-01-02', 'hidden', null, null, 'days'],
      ])
    })
  })

  describe('the list of restatements', () => {
    it('tells the load, its days and its largest changes, and no figures to who does not see all rows', async () => {
      await begin('listed', first)
      await load('listed', `${head}2026-01-02,yhxt,5\n2026-01-03,yhxt,4.4\n`, '--by-day')
      const tables = await tablesOf()
      const warehouse = { tables: () => tables, version: () => '1' }
      const deps = { metadata: house.metadata, warehouse } as never
      const listed = async (reader: RowScope) =>
        (await listRestatements(deps, { id: 1, ...reader } as never)).find(({ table }) => table === 'listed')
      expect(await listed(allRows)).toMatchObject({
        firstDay: '2026-01-02',
        lastDay: '2026-01-03',
        days: 2,
        how: 'days',
        source: `${number}.csv`,
        figures: [
          '2026-01-02 listed·amount 由 5.00 改为 8.00（+60%）',
          '2026-01-03 listed·amount 由 4.00 改为 4.40（+10%）',
        ],
      })
      // The last days alone are asked for by the home page.
      const sinceDays = (days: number) => listRestatements(deps, { id: 1, ...allRows } as never, days)
      expect((await sinceDays(7)).map(({ table }) => table)).toContain('listed')
      const at = new Date(Date.now() - 8 * 86_400_000).toISOString()
      await house.metadata.db
        .updateTable('restatement')
        .set({ at })
        .where('table_name', '=', 'listed')
        .execute()
      expect((await sinceDays(7)).map(({ table }) => table)).not.toContain('listed')
      const limited = await listed({ games: ['yhxt'], rules: [] })
      expect(limited).toMatchObject({ days: 2, source: '', figures: [], rowsBefore: null })
    })
  })

  describe('a note', () => {
    it('of a load that failed after its publication is forgotten with it', async () => {
      await begin('failed', first)
      const full = { ...reportProposer, added: () => Promise.reject(new Error('ENOSPC')) }
      number += 1
      const path = await house.file(`${number}.csv`, `${head}2026-01-02,yhxt,5\n`)
      await expect(house.run([path, '--table', 'failed', '--by-day'], full)).rejects.toThrow('ENOSPC')
      expect(await amountOn('failed', '2026-01-02')).toBe(5)
      const noted = house.metadata.db.selectFrom('restatement').selectAll().where('table_name', '=', 'failed')
      expect(await noted.execute()).toEqual([])
    })
    it('that a kill left before its definitions counts where its rows do, and is forgotten where they do not', async () => {
      const { db } = house.metadata
      const leave = async (table: string, isPublished: boolean) => {
        await begin(table, first)
        await load(table, `${head}2026-01-02,yhxt,5\n`, '--by-day')
        const change = isPublished ? {} : { content: 'facts-999999.duckdb' }
        await db
          .updateTable('restatement')
          .set({ state: 'pending', ...change })
          .where('table_name', '=', table)
          .execute()
        expect(await told(table)).toEqual([])
      }
      await leave('killed', true)
      await leave('unpublished', false)
      // Under way: it is left alone.
      await settleRestatements(db, house)
      expect(await told('killed')).toEqual([])
      await settleRestatements(db, house, new Date(Date.now() + 3_600_000))
      expect(await told('killed')).toEqual([['2026-01-02', 'changed', '5', '8', 'days']])
      const left = db.selectFrom('restatement').selectAll().where('table_name', '=', 'unpublished')
      expect(await left.execute()).toEqual([])
    })
  })
})
