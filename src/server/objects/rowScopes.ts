// The row scope in which something was read, stored with it (result, firing, note): a later reader must see
// at least these rows. Without row rules it is just the games.
import type { RowRule, RowScope } from '#semantic/model/rowScope.ts'
import { holdsRows } from '#semantic/model/rowScope.ts'
import { gamesText, type SentGames, scopeOf } from './games.ts'

interface Ruled {
  games: SentGames
  rules: readonly RowRule[]
}

export function rowsText({ games, rules }: RowScope): string {
  const text = gamesText(games)
  return rules.length === 0 ? text : JSON.stringify({ games: JSON.parse(text), rules } satisfies Ruled)
}

function readRows(stored: string): RowScope {
  const read = JSON.parse(stored) as SentGames | Ruled
  if (read === '*' || Array.isArray(read)) return { games: scopeOf(read), rules: [] }
  return { games: scopeOf(read.games), rules: read.rules }
}

export const holdsKept = (reader: RowScope, stored: string): boolean => holdsRows(reader, readRows(stored))
