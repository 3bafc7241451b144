// Labels of values from the name columns of dimension tables, and of a segment's values.

import { compileValues } from '#semantic/compile.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import { segmentLabels } from '#semantic/model/segments.ts'
import type { Model, ReportColumn } from '#semantic/model/types.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import type { ValueNames } from '#features/dictionary/server/index.ts'
import { readValues } from './valueLists.ts'

/** Per dimension. Values beyond this are shown as they are. */
const mostNames = 20_000

/** A prepared report. */
interface Asked {
  columns: ReportColumn[]
  model: Model
}

/** The columns with labels within `scope`; unchanged where no dimension has a name column. */
export async function namedColumns(
  deps: Deps,
  { columns, model }: Asked,
  scope: RowScope,
  signal: AbortSignal,
): Promise<ReportColumn[]> {
  return Promise.all(
    columns.map(async (column) => {
      if (column.kind !== 'dimension') return column
      const dimension = model.dimensions.find(({ id }) => column.key === `d${id}`)
      const names = dimension && (await namesOf(deps, model, dimension, scope, signal))
      return names ? { ...column, names } : column
    }),
  )
}

/** The label of a dimension's value from its name column; undefined without one. */
export type ColumnNames = (value: string, dimension: number | undefined) => string | undefined

/** The label from `listed`, else from name columns. */
export const namedBy =
  (listed: ValueNames, inColumns: ColumnNames): ValueNames =>
  (value, dimension) => {
    const name = listed(value, dimension)
    return name === value ? (inColumns(value, dimension) ?? value) : name
  }

/** Labels of some dimensions, within `scope`. */
export async function columnNames(
  deps: Deps,
  model: Model,
  dimensions: Iterable<number>,
  scope: RowScope,
  signal: AbortSignal,
): Promise<ColumnNames> {
  const found = new Map<number, Readonly<Record<string, string>>>()
  for (const id of new Set(dimensions)) {
    const dimension = model.dimensions.find((one) => one.id === id)
    const names = dimension && (await namesOf(deps, model, dimension, scope, signal))
    if (names) found.set(id, names)
  }
  return (value, dimension) => {
    const names = found.get(dimension ?? 0)
    return names && Object.hasOwn(names, value) ? names[value] : undefined
  }
}

/**
 * Null where the dimension has no name column, or it can't be read: figures are shown without labels, too.
 */
async function namesOf(
  deps: Deps,
  model: Model,
  { id, table_id: table, info }: Model['dimensions'][number],
  scope: RowScope,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>> | null> {
  if (info.segment) return segmentLabels
  if (!info.labelColumn || table === null) return null
  try {
    const statement = compileValues({ dimensionId: id, limit: mostNames }, model, contextFor(deps, scope))
    const values = await readValues(deps.warehouse, statement, mostNames, signal)
    return distinct(
      values.flatMap(({ value, label }): [string, string][] =>
        value !== null && label && label !== value ? [[value, label]] : [],
      ),
    )
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** Values with equal labels would look like one value. */
function distinct(named: readonly [value: string, label: string][]): Record<string, string> {
  const times = new Map<string, number>()
  for (const [, label] of named) times.set(label, (times.get(label) ?? 0) + 1)
  return Object.fromEntries(
    named.map(([value, label]) => [value, (times.get(label) ?? 0) > 1 ? `${label}（${value}）` : label]),
  )
}

/** Only labels of values in the rows: others are not revealed. */
export async function namesIn(
  columns: readonly ReportColumn[],
  chunks: readonly ColumnChunk[],
): Promise<ReportColumn[]> {
  const found: ReportColumn[] = []
  for (const [place, column] of columns.entries()) {
    const { names } = column
    if (!names) {
      found.push(column)
      continue
    }
    const there: Record<string, string> = {}
    for (const chunk of chunks) {
      for (const value of JSON.parse(chunk.columns[place] ?? '[]') as unknown[]) {
        const code = String(value)
        if (Object.hasOwn(names, code)) there[code] = names[code] as string
      }
      await breathe()
    }
    found.push({ ...column, names: there })
  }
  return found
}
