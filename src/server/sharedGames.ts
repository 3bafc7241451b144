// What two may both see.
import type { GameScope } from '../semantic/model/types.ts'

export function sharedGames(one: GameScope, other: GameScope): GameScope {
  if (one === 'all') return other
  if (other === 'all') return one
  return one.filter((game) => other.includes(game))
}
