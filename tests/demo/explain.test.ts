// For every kind of cell in the demo's reports and in variants of them, the explanation computes the cell's value.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import {
  type Cell,
  explainCell,
  getReportDataByInfo,
  type ReportTable,
} from '#features/statement/contract.ts'
import type { ExplainedCell } from '#features/statement/server/explain/cell.ts'
import { makeDemoHouse } from '../factories/demo/house.ts'
import type { House, Person } from '../factories/house.ts'

let house: House
let person: Person
let reports: { name: string; info: ReportInfo }[]
beforeAll(async () => {
  house = await makeDemoHouse()
  person = await house.person({ keys: ['search_config'] })
  const rows = await house.deps.metadata.db
    .selectFrom('report')
    .select(['report_name', 'info'])
    .orderBy('id')
    .execute()
  reports = rows
    .map(({ report_name, info }) => ({ name: report_name, info: JSON.parse(info) as ReportInfo }))
    // Parts of a change are explained in the report that has the figure.
    .filter(({ info }) => info.kind !== 'change')
}, 180_000)
afterAll(() => house?.dispose())

/** Every report and every variation with `EXPLAIN=all`: minutes. Else each kind of report, and some of the others. */
const isLong = process.env.EXPLAIN === 'all'
const sampled = <Item>(items: Item[], every: number, kindOf: (item: Item) => string): Item[] => {
  const kinds = new Set<string>()
  return items.filter((item, place) => {
    const isNew = !kinds.has(kindOf(item))
    kinds.add(kindOf(item))
    return isLong || isNew || place % every === 0
  })
}
/** What makes one report's cells be worked out otherwise than another's. */
const shapeOf = ({ info }: { info: ReportInfo }): string =>
  JSON.stringify([
    info.kind,
    info.compare,
    info.subtotals,
    info.top !== undefined,
    info.shares?.length,
    info.calculations?.length,
    info.fillDates,
  ])

/** Asks for the table, then for cells of it; gives what differs. */
async function differences(name: string, info: ReportInfo): Promise<string[]> {
  const answer = await person.call<ReportTable>(getReportDataByInfo, { body: { info } })
  if (!answer.envelope?.isSuccess) return [`${name}: ${answer.envelope?.msg}`]
  const table = answer.data
  const dims = table.columns.filter(({ kind }) => kind === 'dimension').map(({ key }) => key)
  const figures = table.columns.map((_, place) => place).filter((place) => place >= dims.length)
  const found: string[] = []
  const compare = async (what: string, place: number, row: number | null) => {
    const wanted = row === null ? table.summary?.[place] : table.data[place]?.[row]
    const question = row === null ? { cells: {} } : questionOf(table, dims, info, row)
    const key = table.columns[place]?.key
    const body = { info, key, ...question }
    const explained = await person.call<ExplainedCell>(explainCell, { body })
    const value = explained.envelope?.isSuccess ? explained.data.value : explained.envelope?.msg
    if (!isSame(value, wanted)) found.push(`${name} ${what} ${key}: ${value} instead of ${wanted}`)
    // A count of players lists as many.
    const listed = explained.data?.rows?.find(({ table: fact }) => fact === '')
    const isCount = ['size', 'retained', 'step'].includes(table.columns[place]?.role ?? '')
    if (listed && isCount && !isSame(listed.total, wanted ?? 0))
      found.push(`${name} ${what} ${key}: ${listed.total} players instead of ${wanted}`)
  }
  for (const place of figures.slice(0, isLong ? 8 : 4)) await compare('total', place, null)
  if (table.rowCount === 0) return found
  const marked = [
    (table.others ?? []).indexOf(true),
    (table.levels ?? []).findIndex((level) => level < dims.length),
  ].filter((row) => row >= 0)
  const chosen = new Set([0, table.rowCount - 1, Math.floor(table.rowCount / 2), ...marked])
  for (const [turn, row] of [...chosen].entries()) {
    for (const place of turn === 0 || marked.includes(row)
      ? figures.slice(0, isLong ? 8 : 4)
      : figures.slice(0, 1)) {
      await compare(`row ${row}`, place, row)
    }
  }
  return found
}

function questionOf(table: ReportTable, dims: string[], info: ReportInfo, row: number) {
  const level = table.levels?.[row] ?? dims.length
  const values = dims.slice(0, level).map((key, place) => [key, table.data[place]?.[row] ?? null] as const)
  const topKey = `d${info.top?.dim}`
  if (!table.others?.[row]) return { cells: Object.fromEntries(values) }
  const place = dims.indexOf(topKey)
  const left = (table.data[place] ?? []).filter((_, other) => {
    return !table.others?.[other] && (table.levels?.[other] ?? dims.length) > place
  })
  return {
    cells: Object.fromEntries(values.filter(([key]) => key !== topKey)),
    except: { key: topKey, values: [...new Set(left)] },
  }
}

/** A double may be summed up in another order. */
function isSame(value: Cell | undefined, wanted: Cell | undefined): boolean {
  if (typeof value !== 'number' || typeof wanted !== 'number') return (value ?? null) === (wanted ?? null)
  return Math.abs(value - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))
}

it('of all saved reports', async () => {
  const found: string[] = []
  for (const { name, info } of sampled(reports, 6, shapeOf)) found.push(...(await differences(name, info)))
  expect(found).toEqual([])
}, 600_000)

it('of reports with subtotals, shares, first values, comparisons and filters on points', async () => {
  const found: string[] = []
  const tables = reports.filter(({ info }) => (info.kind ?? 'table') === 'table' && info.dims.length > 0)
  const { dimensions } = await import('#features/config/server/index.ts').then(({ readModel }) =>
    readModel(house.deps),
  )
  const isDate = (id: number) =>
    ['date', 'time'].includes(dimensions.find((dimension) => dimension.id === id)?.types ?? '')
  const changes: ((info: ReportInfo) => Partial<ReportInfo> | null)[] = [
    ({ dims }) => (dims.length > 1 ? { subtotals: true } : null),
    ({ points }) => ({ shares: points.slice(0, 1) }),
    ({ points }) => ({
      calculations: [{ number: 1, of: points[0] as number, kind: 'rank' }],
      points: points.slice(0, 2),
    }),
    ({ dims, points }) => {
      const dim = dims.find((id) => !isDate(id))
      return dim === undefined ? null : { top: { dim, count: 2, by: points[0] as number }, subtotals: true }
    },
    () => ({ compare: 'previous' }),
    () => ({ compare: 'week', grain: 'week' }),
    () => ({ compare: 'year52' }),
    ({ points }) => ({ filters: [{ point: points[0] as number, op: 'gt', values: [1] }], subtotals: true }),
  ]
  for (const [turn, change] of changes.entries()) {
    for (const { name, info } of tables.filter((_, place) => place % (isLong ? 4 : 12) === turn % 4)) {
      const changed = change(info)
      if (!changed) continue
      const asked = { ...info, compare: undefined, top: undefined, shares: undefined, ...changed }
      const body = { info: JSON.parse(JSON.stringify(asked)) as ReportInfo }
      const answer = await person.call(getReportDataByInfo, { body })
      // What the engine refuses for this report is another's test.
      if (answer.envelope?.isSuccess) found.push(...(await differences(`${name} ${turn}`, body.info)))
    }
  }
  expect(found).toEqual([])
}, 600_000)
