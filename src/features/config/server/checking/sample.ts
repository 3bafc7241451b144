// A few rows of a table, within the reader's games.

import { compileRows } from '#semantic/compile.ts'
import type { CompileContext, Model, Point, PointTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SampleRows } from '#features/config/contract.ts'
import { rowsOf } from './running.ts'

const shownRows = 5
/** No saved definition has this id. */
const passing = 0

/** Rows that the point counts; for a computed one, of the first table that it reads. */
export async function sampleOfPoint(
  deps: Deps,
  model: Model,
  context: CompileContext,
  pointId: number,
  signal: AbortSignal,
): Promise<SampleRows | null> {
  const [first] = compileRows({ points: [pointId] }, shownRows, model, context)
  if (!first) return null
  const rows = await rowsOf(deps, first.list, shownRows, signal)
  return { columns: first.columns.map(({ name }) => name), rows }
}

/** A look-up table is read like a fact: its game column limits it. */
export function sampleOfTable(
  deps: Deps,
  model: Model,
  context: CompileContext,
  table: { table_truename: string; game_column: string | null },
  signal: AbortSignal,
): Promise<SampleRows | null> {
  const facts: PointTable = { ...blankTable, ...table, id: passing }
  const point: Point = { ...blankPoint, id: passing, table_id: passing }
  const pointTables = [...model.pointTables.filter(({ id }) => id !== passing), facts]
  const points = [...model.points.filter(({ id }) => id !== passing), point]
  return sampleOfPoint(deps, { ...model, pointTables, points }, context, passing, signal)
}

const blankTable: Omit<PointTable, 'id' | 'table_truename' | 'game_column'> = {
  name: '',
  date_column: null,
  time_column: null,
  grain_key: [],
  update_frequency: 'day',
  describe: '',
  joins: [],
  create_time: '',
}

const blankPoint: Omit<Point, 'id' | 'table_id'> = {
  name: '行数',
  point_typeId: null,
  name_sql: '',
  event_filter: '',
  filter: '',
  types: 'additive',
  describe: '',
  info: { aggregate: 'count' },
  note: '',
  create_time: '',
}
