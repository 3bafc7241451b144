// Merges a file's rows into the sheet: an existing code (within its game) takes the file's labels, and a new
// code is appended. A header line assigns the columns.
import { gameColumn, mostRows } from '#features/dictionary/contract.ts'
import { headPlaces, type Pasted } from './pasting.ts'
import type { Sheet } from './Sheet.ts'
import type { CellChange } from './types.ts'

export function mergeRows(sheet: Sheet, given: readonly string[][]): Pasted {
  const filled = given.filter((row) => row.some((cell) => cell.trim() !== ''))
  const head = headPlaces(sheet, filled[0] ?? [])
  const rows = head ? filled.slice(1) : filled
  const widest = rows.reduce(
    (most, row) => Math.max(most, row.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  )
  const places = head ?? sheet.columns.map((_, place) => place)
  if (!head && widest > sheet.columns.length)
    return {
      refused: `文件有 ${widest.toLocaleString('en-US')} 列，字典只有 ${sheet.columns.length} 列`,
      detail: '首行写着字典的列名时按列名对应',
    }
  if (rows.length === 0) return { refused: '文件里没有可以导入的行', detail: '' }
  const code = sheet.columns[0]?.id ?? 0
  // If rows belong to games, a code may occur once in each game.
  const place = gameColumn(
    sheet.formName,
    sheet.columns.map(({ name }) => name),
  )
  const game = place > 0 ? sheet.columns[place]?.id : undefined
  const keyOf = (one = '', other = '') => JSON.stringify([one.trim(), game === undefined ? '' : other.trim()])
  const known = new Map(sheet.rows.map((row) => [keyOf(row.cells[code], row.cells[game ?? -1]), row]))
  const changes: CellChange[] = []
  const added: string[][] = []
  for (const cells of rows) {
    const row = known.get(keyOf(cells[places.indexOf(0)], cells[places.indexOf(place)]))
    const fresh: string[] = []
    places.forEach((place, from) => {
      const id = sheet.columns[place]?.id
      const to = (cells[from] ?? '').trim()
      if (id === undefined) return
      if (row) changes.push({ row, column: id, to })
      else fresh[id] = to
    })
    if (!row) added.push(Array.from(fresh, (cell) => cell ?? ''))
  }
  if (sheet.rows.length + added.length > mostRows)
    return { refused: '文件的行太多', detail: `一个字典最多 ${mostRows.toLocaleString('en-US')} 行` }
  sheet.fill(changes, added, { row: 0, column: 0 })
  const count = (number: number) => number.toLocaleString('en-US')
  return {
    told: `读入 ${count(rows.length)} 行，新增 ${count(added.length)} 行；保存后生效`,
    rows: rows.length,
    columns: places.length,
  }
}
