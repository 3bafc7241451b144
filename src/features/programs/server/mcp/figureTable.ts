// A report's figures in words and as a small table: what was asked, the definition behind each figure, how fresh it
// is, what may still change, and the totals.
import type { ReportTable, ReportTableColumn } from '#features/statement/server/index.ts'
import { explainColumns, getVocabulary } from '#features/statement/server/index.ts'
import type { Asking } from './asking.ts'
import { type Cell, fenced, quoted, type Told } from './tool.ts'

interface Shown {
  table: ReportTable
  /** What was asked, in words. */
  asked: string
  link: string
  /** Point ids or names of the request. */
  points: readonly (number | string)[]
  most: number
}

export async function tellTable(asking: Asking, { table, asked, link, points, most }: Shown): Promise<Told> {
  const { columns, data, summary, rowCount } = table
  const labels = await labelsOf(asking, columns)
  const count = Math.min(most, data[0]?.length ?? 0)
  const rows = Array.from({ length: count }, (_, at) => data.map((column) => column[at] ?? null))
  const shown = rows.map((row) => row.map((cell, at) => cellText(columns[at], cell, labels)))
  const total = summary && Object.fromEntries(columns.map(({ title }, at) => [title, summary[at] ?? null]))
  const definitions = await definitionsOf(asking, points)
  const lines = [
    `问的是：${asked}${table.range ? `；日期 ${table.range.from} 至 ${table.range.to}` : ''}`,
    fenced(columns.map(titleOf), shown),
    `共 ${rowCount} 行${rowCount > count ? `，这里是前 ${count} 行` : ''}${table.truncated ? '，其后的行没有读' : ''}`,
    ...totalLine(columns, summary),
    ...definitions.map(({ name, text }) => `口径：${name} = ${text}`),
    freshness(table),
    `在产品里打开：${link}`,
  ]
  const structured = {
    asked,
    range: table.range,
    columns: columns.map(({ key, title, kind, unit, format }) => ({ key, title, kind, unit, format })),
    rows: shown.map((row, at) =>
      row.map((text, place) => (columns[place]?.kind === 'dimension' ? text : (rows[at]?.[place] ?? null))),
    ),
    rowCount,
    total,
    definitions,
    updateTime: table.updateTime,
    unfinishedFrom: table.unfinishedFrom,
    link,
  }
  return { text: lines.filter((line) => line !== '').join('\n'), structured }
}

const titleOf = ({ title, unit }: ReportTableColumn): string =>
  unit && unit !== '%' ? `${title}（${unit}）` : title

function totalLine(columns: readonly ReportTableColumn[], summary: readonly Cell[] | null): string[] {
  if (!summary) return []
  const parts = columns.flatMap((column, at) =>
    column.kind === 'dimension'
      ? []
      : [
          `${titleOf(column)} ${figureText(column, summary[at] ?? null)}${column.total ? '（按整个范围计算，不是各行之和）' : ''}`,
        ],
  )
  return parts.length === 0 ? [] : [`合计：${quoted(parts.join('；'))}`]
}

function freshness({ updateTime, unfinishedFrom, restated, doubts, computedAt }: ReportTable): string {
  return [
    updateTime === null ? '' : `数据更新到 ${updateTime}`,
    `算于 ${computedAt}`,
    unfinishedFrom === null ? '这些日期都已完整' : `从 ${unfinishedFrom} 起的日期还没有完整，数字还会变`,
    restated ? `其中 ${restated.length} 处在日期完整之后被改写过` : '',
    doubts ? `有 ${doubts.length} 项数据校验没有通过` : '',
  ]
    .filter((part) => part !== '')
    .join('；')
}

type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Labels of the dimensions' values by column key, as the page shows them. */
async function labelsOf(asking: Asking, columns: readonly ReportTableColumn[]): Promise<Labels> {
  const named = columns.filter(
    ({ kind, names, dictId }) => kind === 'dimension' && (names || dictId !== null),
  )
  if (named.length === 0) return new Map()
  const words = named.some(({ dictId }) => dictId !== null) ? await asking.ask(getVocabulary) : []
  return new Map(
    named.map(({ key, names = {} }) => {
      const listed = words.find(({ dim }) => `d${dim}` === key)?.values ?? []
      return [
        key,
        new Map([...listed.map(({ value, label }) => [value, label] as const), ...Object.entries(names)]),
      ]
    }),
  )
}

function cellText(column: ReportTableColumn | undefined, cell: Cell, labels: Labels): Cell {
  if (column === undefined || cell === null) return cell
  if (column.kind === 'dimension') return labels.get(column.key)?.get(String(cell)) ?? cell
  return figureText(column, cell)
}

export function figureText({ format }: Pick<ReportTableColumn, 'format'>, cell: Cell): string {
  if (cell === null) return '–'
  const number = Number(cell)
  if (!Number.isFinite(number)) return String(cell)
  if (format === 'percent') return `${(number * 100).toFixed(2)}%`
  return format === 'decimal' ? number.toFixed(2) : String(cell)
}

async function definitionsOf(asking: Asking, points: readonly (number | string)[]) {
  if (points.length === 0) return []
  const known = points.filter((point) => typeof point === 'string' || point > 0).slice(0, 50)
  const told = await asking.ask(explainColumns, { body: { points: known } })
  return told.points.map(({ name, formula, type, describe, tables }) => ({
    name: quoted(name),
    text: quoted(`${formula}（${type}）${describe ? `：${describe}` : ''}`),
    tables: tables.map((table) => table.tableName),
  }))
}
