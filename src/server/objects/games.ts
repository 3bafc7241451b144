// Objects of games: of one game or of several (a JSON text in the format of a user's games, `"*"` for all).
import type { GameScope } from '#semantic/model/types.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from './types.ts'

type Reader = { games: GameScope }

export const hasGame = ({ games }: Reader, cgi: string): boolean => games === 'all' || games.includes(cgi)

/** The format in requests and answers. */
export type SentGames = '*' | string[]

export const scopeOf = (sent: SentGames): GameScope => (sent === '*' ? 'all' : sent)
export const sentGames = (games: GameScope): SentGames => (games === 'all' ? '*' : [...games])
export const readGames = (stored: string): GameScope => scopeOf(JSON.parse(stored) as SentGames)

export const gamesText = (games: GameScope): string =>
  JSON.stringify(games === 'all' ? '*' : [...games].sort())

/** Whether the reader has at least one of the object's games. */
export const meetsGames = (reader: Reader, of: GameScope): boolean =>
  of === 'all' ? reader.games === 'all' || reader.games.length > 0 : of.some((cgi) => hasGame(reader, cgi))

/** Whether the reader has all of the object's games. */
export const holdsGames = (reader: Reader, of: GameScope): boolean =>
  reader.games === 'all' || (of !== 'all' && of.every((cgi) => hasGame(reader, cgi)))

/** The object's games that the reader may see. */
export const seenGames = (reader: Reader, of: GameScope): GameScope =>
  of === 'all' ? 'all' : of.filter((cgi) => hasGame(reader, cgi))

interface Game {
  cgi: string
  name: string
}

export async function gamesOf(db: Db, { games }: Reader): Promise<Game[]> {
  const rows = await db.selectFrom('game').selectAll().orderBy('cgi').execute()
  return rows
    .filter(({ cgi }) => games === 'all' || games.includes(cgi))
    .map(({ cgi, name }) => ({ cgi, name }))
}

/** The stored form. Throws as `assertGames` does. */
export async function cleanGames(db: Db, reader: Reader, sent: SentGames): Promise<string> {
  const games = scopeOf(sent)
  await assertGames(db, reader, games)
  return gamesText(games === 'all' ? games : [...new Set(games)])
}

/** Throws for an unknown game and for a game the editor may not see, with the same answer. */
export async function assertGames(db: Db, reader: Reader, games: GameScope): Promise<void> {
  if (games === 'all') {
    if (reader.games === 'all') return
    throw new AppError('permission_missing', '只有可看全部游戏的人可以选择全部游戏，请选择你的游戏')
  }
  if (games.length === 0) throw new AppError('parameter_wrong', '请至少选择一个游戏')
  const known = new Set((await gamesOf(db, reader)).map(({ cgi }) => cgi))
  const foreign = games.find((cgi) => !known.has(cgi))
  if (foreign !== undefined)
    throw new AppError('parameter_wrong', `没有游戏「${foreign.slice(0, 40)}」，或不在你可看的游戏里`)
}
