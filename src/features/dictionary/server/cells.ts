// Cleans typed and pasted rows cell by cell, and reports each invalid cell with its place.
import type { GameScope } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import { hasTextControls, isBlank, lengthOf } from '#server/objects/texts.ts'
import { AppError } from '#shared/errors.ts'
import { documentDictionary, longestCell, longestCode } from '../contract.ts'
import { type Columns, columnOfGame, seesRow } from './games.ts'

/** An invalid cell; `row` is the index among the sent rows. */
export interface CellProblem {
  row: number
  column: number
  problem: string
}

const lineBreaks = /[\t\n\r\u2028\u2029]/u

/**
 * One text for each column, without surrounding blanks; a code that differs only in character width keeps its
 * stored form.
 */
function cleanRow(data: readonly string[], { attributes }: Columns): string[] {
  return attributes.map((_, column) => {
    const text = (data[column] ?? '').toWellFormed().trim()
    return isBlank(text) ? '' : text
  })
}

/** The first problem of a cleaned row; `data` is the row as sent. */
function rowProblem(
  row: readonly string[],
  columns: Columns,
  games: GameScope,
  data: readonly string[],
): Omit<CellProblem, 'row'> | null {
  const surplus = data.findIndex((text, column) => column >= columns.attributes.length && text.trim() !== '')
  if (surplus >= 0) return { column: surplus, problem: `字典只有 ${columns.attributes.length} 列` }
  for (const [column, text] of row.entries()) {
    const problem = cellProblem(text, column, columns)
    if (problem !== null) return { column, problem }
  }
  const column = columnOfGame(columns)
  if (!seesRow(column, row, games)) {
    return { column, problem: `没有游戏「${(row[column] ?? '').slice(0, 40)}」，或不在你可看的游戏里` }
  }
  return null
}

function cellProblem(text: string, column: number, columns: Columns): string | null {
  const isCode = column === 0
  if (isCode && text === '') return '代码不能为空'
  if (hasTextControls(text)) return '含有不能使用的控制字符'
  if (isCode && lineBreaks.test(text)) return '代码不能含换行或制表符'
  const most = isCode ? longestCode : longestCell
  if (lengthOf(text) > most) return `最多 ${most.toLocaleString('en-US')} 个字`
  const isAddress =
    columns.formName === documentDictionary && columns.attributes[column] === 'url' && text !== ''
  if (isAddress && !/^https?:\/\/[^\s]+$/iu.test(text)) return '不是网页地址，应以 https:// 开头'
  return null
}

/**
 * The key that must be unique in a dictionary: the code, together with the game when rows belong to games.
 */
export function keyOf(row: readonly string[], game: number): string {
  return game > 0 ? JSON.stringify([row[0], row[game] ?? '']) : (row[0] ?? '')
}

const mostTold = 1_000

/** Throws the problems of all rows at once, each with its cell. */
export function refuseCells(problems: readonly CellProblem[]): void {
  const [first] = problems
  if (!first) return
  const rows = new Set(problems.map(({ row }) => row)).size
  const message =
    rows === 1
      ? `第 ${first.row + 1} 行：${first.problem}`
      : `${rows} 行有误，第 ${first.row + 1} 行：${first.problem}`
  throw new AppError('parameter_wrong', message, { cells: problems.slice(0, mostTold) })
}

/** Cleans all rows; invalid rows are returned as problems only. */
export async function readRows(
  sent: readonly (readonly string[])[],
  columns: Columns,
  games: GameScope,
): Promise<{ rows: Map<number, string[]>; problems: CellProblem[] }> {
  const rows = new Map<number, string[]>()
  const problems: CellProblem[] = []
  for (const [at, data] of sent.entries()) {
    await breathe()
    const row = cleanRow(data, columns)
    const problem = rowProblem(row, columns, games, data)
    if (problem) problems.push({ row: at, ...problem })
    else rows.set(at, row)
  }
  return { rows, problems }
}
