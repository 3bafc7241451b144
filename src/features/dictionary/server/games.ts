// Games of rows: readers see and change only rows of their games and rows without a game.
import type { GameScope } from '#semantic/model/types.ts'
import { type Dictionary, gameColumn } from '../contract.ts'
import type { DictionaryHead } from './repo.ts'

export type Columns = Pick<DictionaryHead, 'formName' | 'attributes'>

export const columnOfGame = ({ formName, attributes }: Columns): number => gameColumn(formName, attributes)

/** Whether the dictionary's rows belong to games. */
export const namesGames = (columns: Columns): boolean => columnOfGame(columns) >= 0

/** Everybody sees rows without a game. */
export function seesRow(column: number, data: readonly string[], games: GameScope): boolean {
  return games === 'all' || column < 0 || !data[column] || games.includes(data[column])
}

export function seenRows(columns: Columns, rows: Dictionary['values'], games: GameScope) {
  const column = columnOfGame(columns)
  if (games === 'all' || column < 0) return rows
  return rows.filter(({ data }) => seesRow(column, data, games))
}
