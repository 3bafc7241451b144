// Keeps the players behind a figure as a segment: a list as they are now.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { gamesOf } from '#server/objects/games.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import { mostListed, playerColumns, segmentSaving } from '#features/segment/server/index.ts'
import type { CellQuestion } from '../explain/cell.ts'
import { type PlayersBehind, playersBehind } from './behind.ts'
import { hidesPlayers } from './list.ts'

export interface PlayersKept extends CellQuestion {
  list: string
  name: string
  note?: string | undefined
}

const keptDays = 90
const timeoutMs = 50_000

export async function keepPlayers(
  deps: Deps & { jobs: Jobs },
  user: SessionUser,
  { list: title, name, note = '', ...question }: PlayersKept,
  signal: AbortSignal,
): Promise<{ id: number; name: string; players: number; left: number }> {
  const model = await readModel(deps)
  const found = await playersBehind(deps, user, question, { limit: 1, offset: 0 })
  const list = found.find((one) => one.title === title)
  if (list === undefined) throw new AppError('object_missing', '报表里已没有这份名单，请刷新后再试')
  // A report about players hands on what it lists, which would be masks.
  const isCohort = (question.info.kind ?? 'table') !== 'table'
  if (isCohort && hidesPlayers(model, user))
    throw new AppError('permission_missing', '玩家编号是个人信息，你没有「可见个人信息」权限，不能存为人群')
  const listed = await read(deps, list, await onlyGame(deps, user, list), signal)
  // A segment holds players of registered games alone.
  const known = new Set((await gamesOf(deps.metadata.db, user)).map(({ cgi }) => cgi))
  const members = listed.filter(({ game }) => known.has(game))
  const games = [...new Set(members.map(({ game }) => game))]
  if (members.length === 0)
    throw new AppError(
      'parameter_wrong',
      listed.length === 0
        ? '这份名单里没有玩家，不能存为人群'
        : '名单里的玩家都在没有登记的游戏里，不能存为人群',
    )
  const { saveSegment } = await segmentSaving()
  const text = members.map(({ game, player }) => `${game}\t${player}`).join('\n')
  const saved = await saveSegment(deps, user, {
    name,
    note,
    games,
    players: playerColumns(model),
    keepDays: keptDays,
    source: { kind: 'list', text, skipBad: true },
  })
  const players = saved.source.kind === 'list' ? saved.source.count : 0
  return { id: saved.id, name: saved.name, players, left: listed.length - players }
}

/** The game of all players where their list names none; null where it does. */
async function onlyGame(deps: Deps, user: SessionUser, { places }: PlayersBehind): Promise<string | null> {
  if (places.game !== null) return null
  const games = await gamesOf(deps.metadata.db, user)
  if (games.length === 1 && games[0]) return games[0].cgi
  throw new AppError(
    'parameter_wrong',
    '这份名单没有说玩家在哪个游戏：请给报表加上维度「游戏」，或只筛选一个游戏，再存为人群',
  )
}

interface Member {
  game: string
  player: string
}

async function read(
  deps: Deps,
  { members: { sql, params }, places }: PlayersBehind,
  only: string | null,
  signal: AbortSignal,
): Promise<Member[]> {
  const found: Member[] = []
  const onChunk = ({ columns }: { columns: string[] }): void => {
    const games = places.game === null ? null : (JSON.parse(columns[places.game] ?? '[]') as unknown[])
    for (const [row, id] of (JSON.parse(columns[places.player] ?? '[]') as unknown[]).entries()) {
      const game = games === null ? only : games[row]
      if (typeof game === 'string' && game !== '' && id !== null) found.push({ game, player: String(id) })
    }
    if (found.length > mostListed) throw tooMany()
  }
  await deps.warehouse.run({ sql, params, pool: 'report', timeoutMs, signal, onChunk })
  return found
}

const tooMany = () =>
  new AppError(
    'parameter_wrong',
    `名单最多 ${mostListed.toLocaleString('en-US')} 个玩家，请缩小报表的范围后再存`,
  )
