// Whether a reader sees a row that is in memory.
import { isGranted } from '#shared/grants.ts'
import { hasGame, holdsGames, meetsGames, readGames } from '../objects/games.ts'
import { holdsKept } from '../objects/rowScopes.ts'
import { isAlive } from './life.ts'
import type { Reader, Seen } from './seen.ts'

export function sees(seen: Seen, reader: Reader, row: object): boolean {
  const cell = (column: string): unknown => (row as Record<string, unknown>)[column]
  switch (seen.by) {
    case 'everybody':
      return true
    case 'alive':
      return isAlive(row as { deleted_at: string | null })
    case 'unlimited':
      return reader.rules.length === 0
    case 'reader':
      return seen.id === reader.id
    case 'owner':
      return cell(seen.column) === reader.id
    case 'named':
      return isGranted(seen.grants, reader, 'see')
    case 'granted':
      return isGranted(String(cell(seen.column)), reader, 'see')
    case 'game':
      return cell(seen.column) === seen.ofAll || hasGame(reader, String(cell(seen.column)))
    case 'someGame':
      return meetsGames(reader, readGames(String(cell(seen.column))))
    case 'everyGame':
      return holdsGames(reader, readGames(String(cell(seen.column))))
    case 'keptRows':
      return holdsKept(reader, String(cell(seen.column)))
    case 'value':
      return seen.values.includes(cell(seen.column) as string | number | null)
    case 'either':
      return seen.parts.some((part) => sees(part, reader, row))
    case 'every':
      return seen.parts.every((part) => sees(part, reader, row))
  }
}
