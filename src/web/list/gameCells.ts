// Shared cells of several lists.
/** The wire format: `"*"` means all games, including future ones. */
type Games = '*' | string[]

export interface GameName {
  cgi: string
  name: string
}

export const gameName = (games: readonly GameName[], cgi: string): string =>
  games.find((game) => game.cgi === cgi)?.name ?? cgi

export const gamesText = (games: readonly GameName[], of: Games): string =>
  of === '*' ? '全部游戏' : of.map((cgi) => gameName(games, cgi)).join('、')

const allGames = '全部游戏'

/** For form fields: names, because people type them; the code where a name is ambiguous. */
export const gamesTyped = (games: readonly GameName[], of: Games): readonly string[] =>
  of === '*'
    ? [allGames]
    : of.map((cgi) => [gameName(games, cgi)].find((name) => isOf(games, name, cgi)) ?? cgi)

const isOf = (games: readonly GameName[], typed: string, cgi: string): boolean =>
  typed !== allGames && gameTyped(games, typed) === cgi

const gameTyped = (games: readonly GameName[], typed: string): string =>
  games.find((game) => game.cgi === typed)?.cgi ?? games.find(({ name }) => name === typed)?.cgi ?? typed

/** An unknown name stays as typed: the server reports it. */
export const gamesFromTyped = (games: readonly GameName[], typed: readonly string[]): Games =>
  typed.includes(allGames) ? '*' : typed.map((text) => gameTyped(games, text))

export const gameChoices = (games: readonly GameName[]): readonly string[] => [
  ...games.map(({ name }) => name),
  allGames,
]
