// Whose game a row is: readers of some games see those and the rows of no game, and change no others.
import type { GameScope } from '#semantic/model/types.ts'
import { type Dictionary, gameColumn } from '../contract.ts'
import type { DictionaryHead } from './repo.ts'

export type Columns = Pick<DictionaryHead, 'formName' | 'attributes'>

export const columnOfGame = ({ formName, attributes }: Columns): number => gameColumn(formName, attributes)

/** Whether its rows are of games. */
export const namesGames = (columns: Columns): boolean => columnOfGame(columns) >= 0

/** Rows that name no game are everybody's. */
export function seesRow(column: number, data: readonly string[], games: GameScope): boolean {
  return games === 'all' || column < 0 || !data[column] || games.includes(data[column])
}

export function seenRows(columns: Columns, rows: Dictionary['values'], games: GameScope) {
  const column = columnOfGame(columns)
  if (games === 'all' || column < 0) return rows
  return rows.filter(({ data }) => seesRow(column, data, games))
}
