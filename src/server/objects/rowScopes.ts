// The row scope in which something was read, stored with it (result, firing, note): a later reader must see
// at least these rows. Without row rules it is just the games.
import type { RowRule, RowScope } from '#semantic/model/rowScope.ts'
import { holdsRows, maskedSince } from '#semantic/model/rowScope.ts'
import { gamesText, type SentGames, scopeOf } from './games.ts'

interface Ruled {
  games: SentGames
  rules: readonly RowRule[]
  /** Columns with personal data were read as masks, as of this change of the marks. */
  masked?: number
}

export function rowsText(scope: RowScope): string {
  const { games, rules } = scope
  const text = gamesText(games)
  const masked = maskedSince(scope)
  if (rules.length === 0 && masked === null) return text
  return JSON.stringify({
    games: JSON.parse(text),
    rules,
    ...(masked !== null && { masked }),
  } satisfies Ruled)
}

function readRows(stored: string): RowScope {
  const read = JSON.parse(stored) as SentGames | Ruled
  if (read === '*' || Array.isArray(read)) return { games: scopeOf(read), rules: [] }
  return { games: scopeOf(read.games), rules: read.rules }
}

export const holdsKept = (reader: RowScope, stored: string): boolean => holdsRows(reader, readRows(stored))

/**
 * Whether rows that were kept hold no values that are personal data to this reader: they were read as masks, and no
 * column was marked since. To be asked of what a person keeps and reads again; what others were told stays told.
 */
export function holdsMasks(reader: RowScope, stored: string): boolean {
  const since = maskedSince(reader)
  if (since === null) return true
  const read = JSON.parse(stored) as SentGames | Ruled
  return typeof read === 'object' && !Array.isArray(read) && (read.masked ?? 0) >= since
}
