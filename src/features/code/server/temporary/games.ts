// A temp table holds rows of the games that its owner had when it was made. Who has lost one of them sees the table no
// more, in no list and no statement, as if it had expired.
import type { GameScope } from '../../../../semantic/model/types.ts'

/** As the store keeps them, in the form of a user's games. */
export const gamesText = (games: GameScope): string => JSON.stringify(games === 'all' ? '*' : games)

export function holdsGamesOf(table: { games: string }, games: GameScope): boolean {
  if (games === 'all') return true
  const made = JSON.parse(table.games) as string[] | '*'
  return made !== '*' && made.every((game) => games.includes(game))
}
