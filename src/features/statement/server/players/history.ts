// What one player did last. The look is audited before anything is read.
import { compilePlayer } from '#semantic/compileWho.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { hasGame } from '#server/objects/games.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import { playerColumns } from '#features/segment/server/index.ts'
import {
  type Cell,
  historyInAll,
  historyOfTable,
  type PlayerEvent,
  type PlayerHistory,
} from '#features/statement/contract.ts'
import { runCached } from '../cache/running.ts'
import { hidesPlayers } from './list.ts'

interface Player {
  game: string
  player: string
}

export async function playerHistory(
  deps: Deps,
  user: SessionUser,
  { game, player }: Player,
  signal: AbortSignal,
): Promise<PlayerHistory> {
  const model = await readModel(deps)
  if (hidesPlayers(model, user))
    throw new AppError('permission_missing', '玩家编号是个人信息，你没有「可见个人信息」权限，看不了单个玩家')
  if (game !== '' && !hasGame(user, game))
    throw new AppError('object_missing', `没有游戏「${game.slice(0, 40)}」，或你不能看这个游戏`)
  const detail = { cgi: game, player }
  await writeAudit(deps.metadata.db, { userId: user.id, action: 'player.history', detail })
  const asked = { game, player, players: playerColumns(model) }
  const { facts, left } = compilePlayer(asked, historyOfTable + 1, model, contextFor(deps, user))
  const found = await Promise.all(
    facts.map(async ({ title, table, columns, list }) => {
      const statement = { ...list, limit: historyOfTable + 1, summaryFirst: false }
      const { chunks } = await runCached(deps, statement, user, {}, signal)
      return chunks.flatMap((chunk) => eventsOf(chunk.columns, { title, table, columns }))
    }),
  )
  const more = found.some((events) => events.length > historyOfTable)
  const all = found
    .flatMap((events) => events.slice(0, historyOfTable))
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
  const events = all.slice(0, historyInAll)
  return { game, player, events, more: more || all.length > events.length, left }
}

interface EventTable {
  title: string
  table: string
  columns: { name: string; comment: string }[]
}

/** Texts of columns as JSON arrays; the first is the moment. */
function eventsOf(
  [moments = '[]', ...texts]: string[],
  { title, table, columns }: EventTable,
): PlayerEvent[] {
  const values = texts.map((text) => JSON.parse(text) as Cell[])
  return (JSON.parse(moments) as Cell[]).map((at, row) => ({
    at: String(at ?? ''),
    title,
    table,
    cells: columns.flatMap(({ name, comment }, place) => {
      const value = values[place]?.[row] ?? null
      return value === null || value === '' ? [] : [{ name, title: comment || name, value }]
    }),
  }))
}
