// Lists as they are pasted or read from a file: one player a line, the game before it where several may be meant.
//
//   10000001              of a segment of one game
//   yhxt,10000001         or with a tab; the game's code or its name
import type { GameScope } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import { gamesOf, hasGame } from '#server/objects/games.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { type CountedMembers, mostListed } from '../contract.ts'

export interface ReadList {
  /** Members of each game, without duplicates. */
  games: Map<string, Set<string>>
  count: number
  bad: CountedMembers['bad']
}

export const longestId = 200
const badShown = 20
const linesAtOnce = 5_000
/** How many rows one part of a saved list holds. */
const partRows = 10_000

/** Throws parameter_wrong when the list is too long. */
export async function readList(db: Db, caller: Caller, scope: GameScope, text: string): Promise<ReadList> {
  const known = (await gamesOf(db, caller)).filter(({ cgi }) => hasGame({ games: scope }, cgi))
  const byName = new Map(known.flatMap(({ cgi, name }) => [[name, cgi] as const, [cgi, cgi] as const]))
  const [first] = scope === 'all' ? known : scope.map((cgi) => ({ cgi }))
  const only = (scope === 'all' ? known.length : scope.length) === 1 ? (first?.cgi ?? null) : null
  const read: ReadList = { games: new Map(), count: 0, bad: { count: 0, lines: [] } }
  let line = 0
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const own = text.slice(at, end < 0 ? text.length : end).trim()
    at = end < 0 ? text.length : end + 1
    line += 1
    if (line % linesAtOnce === 0) await breathe()
    if (own === '') continue
    const found = memberOf(own, only, byName)
    if ('problem' in found) {
      // A header line names the columns.
      if (line === 1 && isHead(own)) continue
      read.bad.count += 1
      if (read.bad.lines.length < badShown) read.bad.lines.push({ line, problem: found.problem })
      continue
    }
    const players = read.games.get(found.game) ?? new Set<string>()
    read.games.set(found.game, players)
    if (!players.has(found.player)) read.count += 1
    players.add(found.player)
    if (read.count > mostListed)
      throw new AppError(
        'parameter_wrong',
        `名单最多 ${mostListed.toLocaleString('en-US')} 个玩家；更大的名单请导入成数据表，再用 SQL 定义人群`,
      )
  }
  return read
}

const isHead = (line: string): boolean => /^(cgi|game|游戏|player|玩家|role|user|id)/i.test(line)

type Found = { game: string; player: string } | { problem: string }

function memberOf(line: string, only: string | null, byName: ReadonlyMap<string, string>): Found {
  const cells = line.split(/[\t,，]/).map((cell) => unquoted(cell.trim()))
  if (cells.length > 2) return { problem: `应为「玩家」或「游戏,玩家」，却有 ${cells.length} 列` }
  const [name, player] = cells.length === 2 ? (cells as [string, string]) : [null, cells[0] ?? '']
  if (player === '') return { problem: '没有玩家编号' }
  if (player.length > longestId) return { problem: `玩家编号超过 ${longestId} 个字` }
  if (/\p{Cc}/u.test(player)) return { problem: '玩家编号里有控制字符' }
  if (name === null)
    return only === null
      ? { problem: '没有写游戏；人群有多个游戏时每行应为「游戏,玩家」' }
      : { game: only, player }
  const game = byName.get(name)
  if (game === undefined) return { problem: `没有游戏「${name.slice(0, 40)}」，或不在这个人群的游戏里` }
  return { game, player }
}

const unquoted = (cell: string): string =>
  cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1) : cell

/** Replaces the list saved before. */
export async function keepList(db: Db, segment: number, { games }: ReadList): Promise<void> {
  await db.deleteFrom('segment_list').where('segment_id', '=', segment).execute()
  let part = 0
  for (const [game, players] of games) {
    const all = [...players]
    for (let at = 0; at < all.length; at += partRows) {
      const own = all.slice(at, at + partRows)
      await db
        .insertInto('segment_list')
        .values({
          segment_id: segment,
          part: part++,
          games: JSON.stringify(own.map(() => game)),
          players: JSON.stringify(own),
        })
        .execute()
      await breathe()
    }
  }
}
