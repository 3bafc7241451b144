// Lists the players behind a figure, a page at a time.
import { seesPersonal } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { readModel } from '#features/config/server/index.ts'
import { playerColumns } from '#features/segment/server/index.ts'
import { type Cell, type PlayerList, playersAtOnce } from '#features/statement/contract.ts'
import { runCached } from '../cache/running.ts'
import type { CellQuestion } from '../explain/cell.ts'
import { maySeeSql } from '../figures.ts'
import { type PlayersBehind, playersBehind } from './behind.ts'

export interface PlayersAsked extends CellQuestion {
  offset?: number | undefined
}

export async function listPlayers(
  deps: Deps,
  user: SessionUser,
  { offset = 0, ...question }: PlayersAsked,
  signal: AbortSignal,
): Promise<{ lists: PlayerList[] | null; masked: boolean }> {
  const masked = hidesPlayers(await readModel(deps), user)
  if (!maySeeSql(user)) return { lists: null, masked }
  const found = await playersBehind(deps, user, question, { limit: playersAtOnce, offset })
  // A cohort's list has no offset: what comes before the page is dropped.
  const isWhole = (question.info.kind ?? 'table') !== 'table'
  const page = { limit: isWhole ? offset + playersAtOnce : playersAtOnce, from: isWhole ? offset : 0 }
  return { lists: await Promise.all(found.map((one) => pageOf(deps, user, one, page, signal))), masked }
}

async function pageOf(
  deps: Deps,
  user: SessionUser,
  { title, unit, columns, list, count }: PlayersBehind,
  { limit, from }: { limit: number; from: number },
  signal: AbortSignal,
): Promise<PlayerList> {
  const ask = (statement: typeof list, most: number) =>
    runCached(deps, { ...statement, limit: most, summaryFirst: false }, user, {}, signal)
  const [listed, counted] = await Promise.all([ask(list, limit), ask(count, 1)])
  const data = columns.map((_, index) =>
    listed.chunks.flatMap((chunk) => JSON.parse(chunk.columns[index] ?? '[]') as Cell[]).slice(from),
  )
  const total = Number(JSON.parse(counted.chunks[0]?.columns[0] ?? '[0]')[0] ?? 0)
  return { title, unit, columns, data, rowCount: data[0]?.length ?? 0, total }
}

/** Whether a reader sees masks in the place of some table's players. */
export function hidesPlayers(model: Model, user: SessionUser): boolean {
  if (seesPersonal(user)) return false
  const players = new Set(playerColumns(model).map((name) => name.toLowerCase()))
  return (model.personal ?? []).some(({ column }) => players.has(column.toLowerCase()))
}
