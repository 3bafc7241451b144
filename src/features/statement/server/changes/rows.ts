// 变化来自谁 as a table: by each dimension the values that explain most of the change, those that moved the other way,
// the others together, and what belongs to no value. Within a dimension the effects add up to the change of the whole.
import type { ReportColumn } from '#semantic/model/types.ts'
import type { ChangeByDimension, ExplainedChange } from '#features/statement/contract.ts'
import type { Cell } from '../resultText.ts'

type Figures = Omit<ChangeByDimension['rows'][number], 'value' | 'label'>
type Row = ReadonlyMap<string, Cell>

const nothing: Figures = { before: null, after: null, change: null, share: null, rate: null, weight: null }

interface Whole {
  before: number | null
  after: number | null
}

/** `point`: key of the column of this period's figure. */
export function rowsOfChange(
  { found, left }: { found: readonly ChangeByDimension[]; left: ExplainedChange['left'] },
  point: string,
): Row[] {
  return [
    ...found.flatMap((one) => rowsOfDimension(one, point)),
    ...left.map(({ dimName, reason }) => rowOf(point, [dimName, null], nothing, `没有拆分：${reason}`)),
  ]
}

function rowsOfDimension(split: ChangeByDimension, point: string): Row[] {
  const { dimName, rows, rest, remainder, few } = split
  const direction = Math.sign((split.after ?? 0) - (split.before ?? 0))
  return [
    ...rows.map((row, at) => rowOf(point, [dimName, row.label], row, remarkOf(split, row, at, direction))),
    ...(rest === null
      ? []
      : [rowOf(point, [dimName, `其余 ${rest.count.toLocaleString('en-US')} 个值`], rest, '')]),
    ...(remainder === null
      ? []
      : [
          rowOf(
            point,
            [dimName, '不属于任何值'],
            { ...nothing, change: remainder },
            few === null ? '' : '取整，或属于几个值的玩家',
          ),
        ]),
  ]
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`

function remarkOf({ method, few }: ChangeByDimension, row: Figures, at: number, direction: number): string {
  if (method === 'alone') return '不能相加（有人同时属于几个值，或是最大值这类数字），只列各值自己的变化'
  if (few !== null && at < few.count)
    return at === 0 ? `这 ${few.count} 个值合起来占 ${percent(few.share)}` : ''
  return Math.sign(row.change ?? 0) === -direction ? '方向相反' : ''
}

function rowOf(point: string, [dimension, value]: Cell[], row: Figures, remark: string): Row {
  return new Map<string, Cell>([
    ['x', dimension ?? null],
    ['y', value ?? null],
    ['e', row.before],
    [point, row.after],
    ['c', row.change],
    ['o', row.rate],
    ['w', row.weight],
    ['z', row.share],
    ['m', remark === '' ? null : remark],
  ])
}

export function totalOfChange({ before, after }: Whole, point: string): Row {
  const change = before === null || after === null ? null : after - before
  return rowOf(point, [null, null], { ...nothing, before, after, change, share: change ? 1 : null }, '')
}

/** In the asked order; nothing last. */
export function orderedRows(rows: readonly Row[], order: readonly { key: string; desc: boolean }[]): Row[] {
  const compare = (one: Cell, other: Cell, desc: boolean): number => {
    if (one === other) return 0
    if (one === null || other === null) return one === null ? 1 : -1
    const less =
      typeof one === 'number' && typeof other === 'number' ? one < other : String(one) < String(other)
    return less === desc ? 1 : -1
  }
  return rows.toSorted((one, other) => {
    for (const { key, desc } of order) {
      const found = compare(one.get(key) ?? null, other.get(key) ?? null, desc)
      if (found !== 0) return found
    }
    return 0
  })
}

/** As a statement would answer: a chunk with the total first. */
export const columnTexts = (columns: readonly ReportColumn[], rows: readonly Row[]): string[] =>
  columns.map(({ key }) => JSON.stringify(rows.map((row) => row.get(key) ?? null)))
