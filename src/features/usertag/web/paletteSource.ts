// Players in the palette: the recent ones, and any player by game and id.
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { allTypes, readTagBook, type TagBook } from '../contract.ts'
import { addressOf } from './address.ts'

const entryOf = (game: string, cgi: string, id: string, types = allTypes): PaletteEntry => ({
  id: `player:${cgi}:${id}`,
  title: `${id}（${game}）`,
  en: cgi,
  pinyin: '',
  icon: 'people',
  detail: '用户标签',
  go: addressOf({ cgi, id, types }),
})

export async function readPlayers(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { games, recent } = await call(readTagBook, {}, { signal, quiet: true, loading: null })
  const entries = recent.map(({ game, cgi, id, types }) => entryOf(game, cgi, id, types))
  return [anyPlayer(games, entries), ...entries]
}

/**
 * The source reads the query as a game and an id, in any order; without a game it offers the id in the first
 * games.
 */
const anyPlayer = (games: TagBook['games'], recent: readonly PaletteEntry[]): PaletteEntry => ({
  id: 'player:any',
  title: '查询玩家的标签',
  en: 'Look a player up',
  pinyin: '',
  icon: 'people',
  detail: 'Tab 后粘贴游戏和玩家编号',
  page: {
    title: '查询玩家',
    placeholder: `游戏和玩家编号，如 ${games[0]?.cgi ?? 'game'} 10000001`,
    load: async () => recent,
    parse: (text) => playerIn(text, games),
  },
})

export function playerIn(text: string, games: TagBook['games']): PaletteEntry | null {
  const words = text
    .trim()
    .slice(0, 400)
    .split(/[\s,，/]+/)
  const game = games.find(({ cgi, name }) => words.some((word) => word === cgi || word === name)) ?? games[0]
  const id = words.find((word) => word !== '' && word !== game?.cgi && word !== game?.name)
  return game && id !== undefined && words.length <= 2 ? entryOf(game.name, game.cgi, id) : null
}
