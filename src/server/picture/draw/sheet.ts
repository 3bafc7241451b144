// A table as a picture: as wide as its cells need, numbers right-aligned, the total first on its panel.
import type { PictureOrder } from '../types.ts'
import { colours, edge, newPage, type Page, titleHeight, widthOf, writeTitle } from './page.ts'

type Sheet = Extract<PictureOrder, { kind: 'table' }>

const headHeight = 30
const rowHeight = 26
const footHeight = 34
const padding = 10
/** Candidates for the widest cell: the first with which the table fits the page is used. */
const widestCells = [260, 180, 120]
const widestTable = 1_200
const leastWidth = 420

export function drawSheet(sheet: Sheet): Page {
  const { title, note, columns, rows, total } = sheet
  const widths = columnWidths(sheet)
  const foot = footText(sheet)
  const width = widths.reduce((sum, one) => sum + one, 0) + 2 * edge
  const lines = rows.length + (total ? 1 : 0)
  const height = titleHeight(note) + headHeight + lines * rowHeight + (foot ? footHeight : edge)
  const page = newPage(width, height)
  const top = writeTitle(page, title, note)
  const lefts = widths.map((_, at) => widths.slice(0, at).reduce((sum, one) => sum + one, edge))
  const writeRow = (cells: readonly string[], y: number, style: { bold?: boolean; size?: number }) => {
    for (const [at, column] of columns.entries()) {
      const right = column.align === 'right'
      const left = lefts[at] as number
      const room = widths[at] as number
      const x = right ? left + room - padding : left + padding
      const most = room - 2 * padding + 0.5
      const text = cells[at] ?? ''
      page.write(text, x, y, { ...style, ...colourOf(text), align: right ? 'right' : 'left', most })
    }
  }
  panel(page, top, headHeight)
  const titles = columns.map((column) => column.title)
  writeRow(titles, top + headHeight / 2, { bold: true, size: 12 })
  let y = top + headHeight
  if (total) {
    panel(page, y, rowHeight)
    writeRow(total, y + rowHeight / 2, { bold: true })
    y += rowHeight
  }
  for (const row of rows) {
    writeRow(row, y + rowHeight / 2, {})
    y += rowHeight
    rule(page, y, colours.grid)
  }
  rule(page, top, colours.line)
  rule(page, top + headHeight, colours.line)
  if (foot) page.write(foot, edge, y + footHeight / 2, { size: 12, colour: colours.muted })
  return page
}

/** A rise is red, a fall green, as on screen; an arrow says the same. */
function colourOf(text: string): { colour?: string } {
  if (text.startsWith('▲')) return { colour: colours.up }
  return text.startsWith('▼') ? { colour: colours.down } : {}
}

/** Each column's needed width; the remaining width is shared among them. */
function columnWidths({ columns, rows, total }: Sheet): number[] {
  const wanted = columns.map((column, at) => {
    const cells = [...rows, ...(total ? [total] : [])].map((row) => row[at] ?? '')
    const head = widthOf(column.title, { bold: true, size: 12 })
    const widest = Math.max(head, ...cells.map((cell) => widthOf(cell, { bold: cell === total?.[at] })))
    return Math.ceil(widest)
  })
  const widthsUnder = (most: number) => wanted.map((one) => Math.min(most, one) + 2 * padding)
  const sumOf = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one, 0)
  const widest = widestCells.find((most) => sumOf(widthsUnder(most)) <= widestTable)
  const needed = widthsUnder(widest ?? (widestCells.at(-1) as number))
  const missing = Math.max(0, leastWidth - sumOf(needed))
  return needed.map((one) => one + missing / Math.max(1, needed.length))
}

function footText({ rows, rowCount, columns, columnCount }: Sheet): string {
  const parts = [
    rows.length === 0 && '没有数据',
    rowCount > rows.length && `共 ${rowCount.toLocaleString('en-US')} 行，图中是前 ${rows.length} 行`,
    columnCount > columns.length && `共 ${columnCount} 列，图中是前 ${columns.length} 列`,
  ]
  return parts.filter(Boolean).join('；')
}

function panel({ context, width }: Page, y: number, height: number): void {
  context.fillStyle = colours.panel
  context.fillRect(edge, y, width - 2 * edge, height)
}

function rule({ context, width }: Page, y: number, colour: string): void {
  context.fillStyle = colour
  context.fillRect(edge, y - 0.5, width - 2 * edge, 0.5)
}
