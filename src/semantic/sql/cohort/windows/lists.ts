// Statements that list the players behind a cell of a funnel by moments, with the moments of their steps. They begin
// like the report's statement; then
//
//   _members   the counted windows of the cell's row that reached the wanted steps
import type { WindowsPlan } from '#semantic/plan/cohort/tree.ts'
import type { WindowList } from '#semantic/plan/cohort/windows/lists.ts'
import { cellConditions, type WantedCells } from '#semantic/sql/cell.ts'
import type { Dialect } from '#semantic/sql/dialect.ts'
import type { RowsStatements } from '#semantic/sql/factRows.ts'
import { define, indent, select } from '#semantic/sql/select.ts'
import { freePrefix, type Statement } from '#semantic/sql/statement.ts'
import { Writer } from '#semantic/sql/writer.ts'
import { identityColumns, type PlayerColumn } from '../identity.ts'
import { column } from '../players.ts'
import { at, gameText, namesIn, peopleParts, placeKey, takenKey, wholeKey } from './statement.ts'

interface WantedLists {
  lists: WindowList[]
  cells: WantedCells
  /** Row limit of each list. */
  limit: number
}

export function writeWindowLists(
  plan: WindowsPlan,
  { lists, cells, limit }: WantedLists,
  dialect: Dialect,
): RowsStatements[] {
  const tables = [...new Set(plan.tables)]
  const shown = playerColumns(plan)
  return lists.map((list) => {
    const statement = (most: number | null): Statement => {
      const writer = new Writer(dialect)
      const sql = listText(plan, list, cells, shown, most, freePrefix(tables), writer)
      return { sql, params: writer.params, tables }
    }
    return {
      title: list.title,
      table: '',
      columns: shown.map(({ name, comment, type }) => ({ name, comment, type })),
      list: statement(limit),
      count: statement(null),
    }
  })
}

const hasGame = ({ opening }: WindowsPlan): boolean => opening.game !== null

/** Game, player, and when they took each step: of several windows the first. */
function playerColumns(plan: WindowsPlan): PlayerColumn[] {
  return [
    ...identityColumns({ hasGame: hasGame(plan), listedBy: plan.opening.listedBy }),
    ...plan.steps.map((_, index): PlayerColumn => {
      const key = `s${index + 1}`
      return {
        name: key,
        comment: plan.columns.find((one) => one.key === key)?.title ?? '',
        type: 'TIMESTAMP',
        text: (writer) => writer.dialect.aggregate('min', writer.name(at(index + 1)), null),
      }
    }),
  ]
}

function listText(
  plan: WindowsPlan,
  { least, most }: WindowList,
  cells: WantedCells,
  shown: PlayerColumn[],
  limit: number | null,
  prefix: string,
  writer: Writer,
): string {
  const names = namesIn(prefix)
  const members = `${prefix}members`
  const dimensions = plan.columns.filter(({ kind }) => kind === 'dimension')
  const taken = writer.name(takenKey)
  const which = writer.name(cells.size > 0 || plan.opening.dims.length === 0 ? placeKey : wholeKey)
  const parts = peopleParts(plan, names, writer)
  const conditions = [
    ...cellConditions(dimensions, cells, writer.dialect, (value) => writer.bind({ value })),
    `${which} = 1`,
    `${taken} BETWEEN ${least} AND ${most}`,
  ]
  const game = hasGame(plan) ? [`${gameText(writer)} AS ${column('game', writer)}`] : []
  const body = select(['*', ...game], [`FROM ${names.people}`, `WHERE ${conditions.join(' AND ')}`])
  const keys = [...(hasGame(plan) ? [column('game', writer)] : []), column('player', writer)].join(', ')
  const listed = select(
    shown.map(({ name, text }) => `${text(writer)} AS ${writer.name(name)}`),
    [
      `FROM ${members}`,
      `GROUP BY ${keys}`,
      ...(limit === null
        ? []
        : [
            `ORDER BY ${writer.dialect.aggregate('min', writer.name(at(1)), null)}, ${keys}`,
            `LIMIT ${limit}`,
          ]),
    ],
  )
  const text = limit === null ? select(['count(*)'], [`FROM (\n${indent(listed)}\n) AS listed`]) : listed
  return `WITH ${[...parts, define(writer.dialect.materialized(members), body)].join(',\n')}\n${text}`
}
