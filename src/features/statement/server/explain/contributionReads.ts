// Reads the figures of both sides by one dimension, and parts the change.

import { explaining } from '#semantic/contributions/explaining.ts'
import {
  type FigurePair,
  type FiguresOf,
  partsOf,
  pointsOfSplit,
  pooled,
  type Split,
} from '#semantic/contributions/split.ts'
import { countsFromZero } from '#semantic/model/nothing.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Dimension, Point, ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import type { Cell, ChangeByDimension } from '#features/statement/contract.ts'
import { runCached } from '../cache/running.ts'
import { prepareReport } from '../compiling.ts'
import { splitTotal } from '../resultText.ts'

type Side = Pick<ReportInfo, 'formulas' | 'dateRange' | 'filters'>
export interface ChangeSides {
  before: Side
  after: Side
}

export interface Reading {
  deps: Deps
  scope: RowScope
  split: Split
  sides: ChangeSides
  signal: AbortSignal
}

/** With more values no row says much. */
const mostValues = 1000
const shownValues = 8
const mostShown = 50

type Row = Map<string, number | null>
interface SideFigures {
  /** The total, and the rows by their value as JSON. */
  total: Row
  rows: Map<string, Row>
}

async function readSide(
  { deps, scope, split, signal }: Reading,
  side: Side,
  dims: number[],
): Promise<SideFigures | null> {
  const info: ReportInfo = { dims, points: pointsOfSplit(split), ...side, limit: mostValues }
  const prepared = await prepareReport(deps, info, scope)
  const { chunks: all, truncated } = await runCached(deps, prepared, scope, {}, signal)
  if (truncated) return null
  const { total, chunks } = totalApart(all)
  const keys = prepared.columns.map(({ key }) => key)
  const figures = (cells: readonly Cell[]): Row =>
    new Map(keys.slice(dims.length).map((key, at) => [key, numberOf(cells[dims.length + at])]))
  const rows = new Map<string, Row>()
  if (dims.length > 0)
    for (const { columns, rowCount } of chunks) {
      const cells = columns.map((text) => JSON.parse(text) as Cell[])
      for (let row = 0; row < rowCount; row++)
        rows.set(JSON.stringify(cells[0]?.[row] ?? null), figures(cells.map((column) => column[row] ?? null)))
    }
  return { total: figures(total), rows }
}

/** The first row is the total. */
function totalApart([first, ...others]: readonly ColumnChunk[]): { total: Cell[]; chunks: ColumnChunk[] } {
  if (!first || first.rowCount === 0) return { total: [], chunks: [] }
  const { total, rest } = splitTotal(first)
  return { total, chunks: [rest, ...others] }
}

/** Numbers beyond a double's precision are sent as text. */
const numberOf = (cell: Cell | undefined): number | null => {
  const number = typeof cell === 'string' ? Number(cell) : cell
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const bothSides = (reading: Reading, dims: number[]) =>
  Promise.all([readSide(reading, reading.sides.before, dims), readSide(reading, reading.sides.after, dims)])

const at = ({ id }: Point): string => `p${id}`

/** The cell's figure on both sides. */
export async function readWhole(reading: Reading): Promise<FigurePair> {
  const [before, after] = await bothSides(reading, [])
  return pairIn(reading.split, before?.total, after?.total)
}

function pairIn({ point }: Split, before: Row | undefined, after: Row | undefined): FigurePair {
  const nothing = countsFromZero(point) ? 0 : null
  return { before: before?.get(at(point)) ?? nothing, after: after?.get(at(point)) ?? nothing }
}

/**
 * The values that explain most of the change come first. `most`: the number of values to list where they don't add up;
 * where they do, only those that explain it and those that moved notably the other way. Absent: eight and more.
 */
export async function readChange(
  reading: Reading,
  { id, name }: Dimension,
  most?: number,
): Promise<ChangeByDimension | { reason: string }> {
  const { split } = reading
  const [before, after] = await bothSides(reading, [id])
  if (!before || !after) return { reason: `超过 ${mostValues.toLocaleString('en-US')} 个值` }
  const keys = [...new Set([...after.rows.keys(), ...before.rows.keys()])]
  if (keys.length < 2) return { reason: keys.length === 0 ? '没有数据' : '只有一个值' }
  const figuresIn =
    (one: Row | undefined, other: Row | undefined): FiguresOf =>
    (of) => ({ before: one?.get(at(of)) ?? null, after: other?.get(at(of)) ?? null })
  const figures = keys.map((key) => figuresIn(before.rows.get(key), after.rows.get(key)))
  const { method, parts } = partsOf(split, figures, figuresIn(before.total, after.total))
  const whole = pairIn(split, before.total, after.total)
  const { order, few, counter, excess } = explaining(parts, whole.before)
  const sorted = order.map((place) => ({
    part: parts[place] as (typeof parts)[number],
    key: keys[place] ?? 'null',
    figures: figures[place] as FiguresOf,
  }))
  const wanted = most ?? Math.max(shownValues, Math.min(mostShown, few?.count ?? 0))
  const least = most === undefined ? wanted : Math.min(mostShown, (few?.count ?? wanted) + counter)
  // A rest of one value takes no less room than the value.
  const shown = sorted.length === least + 1 ? sorted.length : least
  const rest = sorted.slice(shown)
  return {
    ...{ dim: id, dimName: name, method, few, excess: Number.isFinite(excess) ? excess : null },
    ...whole,
    rows: sorted.slice(0, shown).map(({ part, key }) => ({
      value: JSON.parse(key) as Cell,
      label: '',
      ...part,
    })),
    rest:
      rest.length === 0 || method === 'alone'
        ? null
        : {
            count: rest.length,
            ...pooled(
              split,
              method,
              rest.map((one) => one.figures),
            ),
            ...summed(rest.map(({ part }) => part)),
          },
    remainder: method === 'alone' ? null : remainderOf(whole, parts),
  }
}

type Part = ReturnType<typeof partsOf>['parts'][number]

function summed(parts: readonly Part[]): Pick<Part, 'change' | 'share' | 'rate' | 'weight'> {
  const sum = (of: 'change' | 'share' | 'rate' | 'weight') =>
    parts.every((part) => part[of] === null)
      ? null
      : parts.reduce((total, part) => total + (part[of] ?? 0), 0)
  return { change: sum('change'), share: sum('share'), rate: sum('rate'), weight: sum('weight') }
}

/** Below this part of the whole it is the rounding of binary fractions. */
const noise = 1e-9

function remainderOf({ before, after }: FigurePair, parts: readonly Part[]): number | null {
  if (before === null || after === null) return null
  const left = after - before - parts.reduce((sum, { change }) => sum + (change ?? 0), 0)
  return Math.abs(left) <= noise * Math.max(1, Math.abs(before), Math.abs(after)) ? null : left
}
