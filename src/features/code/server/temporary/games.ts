// A temp table holds rows of the games that its owner had when it was made. Who has lost one of them sees the table no
// more, in no list and no statement, as if it had expired.
import type { GameScope } from '../../../../semantic/model/types.ts'
import { holdsGames, readGames } from '../../../../server/objects/games.ts'

export const holdsGamesOf = (table: { games: string }, games: GameScope): boolean =>
  holdsGames({ games }, readGames(table.games))
