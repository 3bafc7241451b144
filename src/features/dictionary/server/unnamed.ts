// Finds codes in the warehouse without a dictionary row, for the dimensions that use the dictionary, in the
// caller's games; the most frequent first.

import { hidesColumn } from '#semantic/model/personal.ts'
import type { Model, PhysicalTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { readObject } from '#server/objects/reading.ts'
import { refuseRuled } from '#server/objects/ruled.ts'
import type { Caller } from '#server/objects/types.ts'
import { WarehouseStatement } from '#server/warehouse/statement.ts'
import { businessDay } from '#shared/businessDay.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { UnnamedCodes } from '../contract.ts'
import { dictionaries } from './objectKind.ts'
import { allRows } from './stored.ts'

/** How many days of facts are searched. */
const daysSeen = 90
/** Limit of codes read and returned for one column. */
const mostRead = 20_000
const mostTold = 500

interface Source {
  table: PhysicalTable
  column: string
  game: string | null
  day: string | null
}

export async function unnamedCodes(
  deps: Deps,
  caller: Caller,
  id: number,
  signal: AbortSignal,
): Promise<UnnamedCodes> {
  const { db } = deps.metadata
  await readObject(db, dictionaries, caller, id)
  const model = await readModel(deps)
  const labelled = model.dimensions.filter(({ info }) => info.dictId === id)
  const sources = labelled.map((dimension) => ({ dimension, columns: sourcesOf(model, dimension) }))
  const unread = sources.filter(({ columns }) => columns.length === 0).map(({ dimension }) => dimension.name)
  // Several dimensions may use the same column.
  const distinct = new Map(
    sources.flatMap(({ columns }) =>
      columns.map((one) => [`${one.table.name}\n${one.column}`, one] as const),
    ),
  )
  const counts = new Map<string, number>()
  const problems = unread.length > 0 ? [`维度「${unread.join('、')}」不是表里的一列，没有查看`] : []
  for (const source of distinct.values()) {
    // Rows without a game are visible only to users of all games.
    if (caller.games !== 'all' && source.game === null) continue
    if (hidesColumn(model, caller, source.table.name, source.column)) {
      problems.push(`${source.table.name}.${source.column}：是个人信息，没有查看`)
      continue
    }
    try {
      await refuseRuled(deps.metadata.db, caller, '数据里的代码')
      for (const { code, rows } of await countCodes(deps, caller, source, signal))
        counts.set(code, (counts.get(code) ?? 0) + rows)
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted) throw error
      problems.push(`${source.table.name}.${source.column}：${error.message}`)
    }
  }
  // Codes of all rows, including other games: a code that has a row there has a label.
  for await (const page of allRows(db, id)) for (const { data } of page) counts.delete(data[0] ?? '')
  await breathe()
  const found = [...counts].sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
  return {
    codes: found.slice(0, mostTold).map(([code, rows]) => ({ code, rows })),
    more: found.length > mostTold,
    dimensions: labelled.map(({ name }) => name),
    problem: problems.join('；'),
  }
}

const bareName = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u

function sourcesOf(model: Model, dimension: Model['dimensions'][number]): Source[] {
  const column = (dimension.info.expression ?? '').replace(/^"|"$/g, '')
  if (!bareName.test(column)) return []
  const source = (name: string, game: string | null, day: string | null): Source[] => {
    const table = model.tables.find((one) => one.name.toLowerCase() === name.toLowerCase())
    const found = table?.columns.find((one) => one.name.toLowerCase() === column.toLowerCase())
    return table && found ? [{ table, column: found.name, game, day }] : []
  }
  const { factTable } = dimension.info
  const own = model.dimensionTables.find(({ id }) => id === dimension.table_id)
  if (own) return source(own.table_truename, own.game_column, null)
  return model.pointTables
    .filter(({ table_truename }) => factTable === undefined || table_truename === factTable)
    .flatMap(({ table_truename, game_column, date_column }) =>
      source(table_truename, game_column, date_column),
    )
}

async function countCodes(
  { warehouse, settings }: Deps,
  { games }: Caller,
  { table, column, game, day }: Source,
  signal: AbortSignal,
): Promise<{ code: string; rows: number }[]> {
  const statement = new WarehouseStatement(warehouse)
  const code = statement.text(statement.name(column))
  const conditions = [`${statement.name(column)} IS NOT NULL`, `${code} <> ''`]
  if (day !== null) {
    const from = dayText((calendarDay(businessDay(settings)) ?? 0) - daysSeen + 1)
    conditions.push(`${statement.name(day)} >= ${statement.bind(from, 'date')}`)
  }
  if (games !== 'all' && game !== null) {
    if (games.length === 0) return []
    conditions.push(statement.among(statement.text(statement.name(game)), games))
  }
  const sql = `SELECT ${code} AS code, count(*) AS n FROM ${statement.name(table.name)}
    WHERE ${conditions.join(' AND ')} GROUP BY 1 ORDER BY n DESC LIMIT ${mostRead}`
  const { chunks } = await warehouse.run({ sql, params: statement.params, pool: 'report', signal })
  return chunks.flatMap(({ columns, rowCount }) => {
    const [codes = [], counts = []] = columns.map((cells) => JSON.parse(cells) as unknown[])
    return Array.from({ length: rowCount }, (_, row) => ({
      code: String(codes[row]),
      rows: Number(counts[row]),
    }))
  })
}
