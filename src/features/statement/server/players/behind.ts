// The players behind a cell: statements that list, count and hand them on, for plain tables and for reports about
// players.
import { compilePlayers } from '#semantic/compile.ts'
import { compileWho, type WhoColumn, type WhoStatements } from '#semantic/compileWho.ts'
import type { Statement } from '#semantic/sql/statement.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import { mostListed, playerColumns } from '#features/segment/server/index.ts'
import { prepareReport } from '../compiling.ts'
import { type CellQuestion, cellsIn, pointOf } from '../explain/cell.ts'
import { factsOf, sidesOf } from '../explain/change.ts'
import type { Narrowing } from '../explain/narrowing.ts'
import { findReport } from '../reports.ts'

export interface PlayersBehind {
  title: string
  unit: string
  columns: { name: string; title: string; type: string }[]
  list: Statement
  count: Statement
  /** Lists all of them. */
  members: Statement
  /** The columns of `members` that say who it is; no game where no list names games. */
  places: { game: number | null; player: number }
}

interface Page {
  limit: number
  offset: number
}

export async function playersBehind(
  deps: Deps,
  user: SessionUser,
  question: CellQuestion,
  page: Page,
): Promise<PlayersBehind[]> {
  const { reportId, info, key, except } = question
  if (reportId !== undefined) await findReport(deps.metadata.db, user, reportId)
  const prepared = await prepareReport(deps, info, user)
  const column = prepared.columns.find((one) => one.key === key)
  if (!column || column.kind === 'dimension')
    throw new AppError('report_invalid', '报表没有这一列，请刷新后再试')
  const { model, range } = prepared
  const cells = cellsIn(question, prepared)
  const wanted: Narrowing = { info, model, column, cells, except, range }
  if ((info.kind ?? 'table') !== 'table') return ofCohorts(deps, user, wanted, page)
  const point = pointOf(column, info, prepared)
  if (point === null) throw new AppError('report_invalid', '这一列不是指标，看不到是哪些玩家')
  const context = contextFor(deps, user)
  return factsOf({ ...wanted, sides: sidesOf(deps, wanted) }, point).flatMap(({ lead, asked }) => {
    const { points: _, ...rest } = asked
    return compileWho({ ...rest, point: point.id, players: playerColumns(model) }, page, model, context).map(
      (found) => ofWho(found, lead),
    )
  })
}

const titles: Record<WhoColumn, string> = {
  game: '游戏',
  player: '玩家',
  rows: '行数',
  first: '最早',
  last: '最近',
  figure: '',
}
const types: Record<WhoColumn, string> = {
  game: 'VARCHAR',
  player: 'VARCHAR',
  rows: 'BIGINT',
  first: 'DATE',
  last: 'DATE',
  figure: 'DOUBLE',
}

function ofWho({ title, unit, columns, ...statements }: WhoStatements, lead: string): PlayersBehind {
  return {
    ...statements,
    title: `${lead}${title}`,
    unit,
    places: { game: columns.includes('game') ? 0 : null, player: 1 },
    columns: columns.map((name) => ({
      name,
      title: name === 'figure' ? title : titles[name],
      type: types[name],
    })),
  }
}

/** Reports about players list them already; pages of them are cut here. */
function ofCohorts(
  deps: Deps,
  user: SessionUser,
  { info, model, column, cells }: Narrowing,
  { limit, offset }: Page,
): PlayersBehind[] {
  const context = contextFor(deps, user)
  const listed = (most: number) => compilePlayers(info, { key: column.key, cells }, most, model, context)
  const whole = listed(mostListed + 1)
  return listed(offset + limit).flatMap(({ title, table, columns, list, count }, at) => {
    const members = whole[at]?.list
    if (table !== '' || members === undefined) return []
    const [game, player] = ['game', 'player'].map((wanted) =>
      columns.findIndex(({ name }) => name === wanted),
    )
    return [
      {
        title,
        unit: '',
        columns: columns.map(({ name, comment, type }) => ({ name, title: comment, type })),
        list,
        count,
        members,
        places: { game: game === -1 ? null : (game as number), player: player as number },
      },
    ]
  })
}
