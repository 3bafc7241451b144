// Columns of the lines: time, store, level, chosen fields, and text.

import { emptyText } from '#shared/nothing.ts'
import { roughWidth } from '#web/table/paint/textWidth.ts'
import type { CellValue, TableColumn } from '#web/table/types.ts'
import { zoneMark } from '#web/ui/timeText.ts'
import type { LogIndex } from '#features/logsearch/contract.ts'
import type { ShownLine } from '../reading/question.ts'
import { momentText } from '../time/moments.ts'
import { toneTitle } from '../tones.ts'
import { fieldOf, summaryOf } from './line.ts'
import { shownText, startOf } from './safeText.ts'

export interface LineColumn extends TableColumn {
  /** The displayed field; absent for the line itself, its time and its store. */
  field?: string
  read: (line: ShownLine) => string
}

interface Shown {
  /** From the address. */
  fields: readonly string[]
  index: LogIndex | null
  /** For lines of several stores: their titles. */
  storeTitle: ((name: string) => string) | null
  /** Width of the table in pixels; 0 while unknown. */
  available: number
  wrap: boolean
  /** Longest known text per field in half-widths; '' is the line itself. */
  longest: Readonly<Record<string, number>>
}

const timeWidth = 178
const levelWidth = 64
const storeWidth = 96
const mostField = 260
const leastMessage = 240
/** The rest of a longer line is in its details. */
const mostMessage = 4_000
/** Character width of the line's font in pixels. */
const halfWidth = 7.3
const longestCell = 400

const asIs = (value: CellValue): string => String(value ?? '')
const text = (key: string, title: string, width: number, read: LineColumn['read']): LineColumn => ({
  key,
  title,
  unit: '',
  align: 'left',
  numeric: false,
  format: asIs,
  width,
  read,
})

export function columnsOf({ fields, index, storeTitle, available, wrap, longest }: Shown): LineColumn[] {
  const before = [
    { ...text('time', '时间', timeWidth, timeOf), unit: zoneMark(Date.now()).trim(), frozen: true },
    ...(storeTitle ? [text('store', '日志库', storeWidth, ({ store }) => storeTitle(store))] : []),
    { ...text('level', '级别', levelWidth, levelOf), field: 'level' },
    ...fields.filter((name) => name !== 'level').map((name) => fieldColumn(name, index, longest[name] ?? 0)),
  ]
  const taken = before.reduce((sum, { width = 0 }) => sum + width, 0)
  const rest = Math.max(leastMessage, available - taken - 40)
  const width = wrap
    ? rest
    : Math.min(mostMessage, Math.max(rest, Math.ceil((longest[''] ?? 0) * halfWidth) + 32))
  return [...before, text('line', '内容', width, (line) => summaryOf(line, fields))]
}

const timeOf = ({ time, ownTime }: ShownLine): string => {
  if (time === null) return emptyText
  return ownTime ? momentText(Date.parse(time)) : `${momentText(Date.parse(time))} 〃`
}

const levelOf = ({ level }: ShownLine): string => (level === null ? '' : toneTitle(level))

function fieldColumn(name: string, index: LogIndex | null, longest: number): LineColumn {
  const known = index?.fields.find((field) => field.name === name)
  const isNumber = known?.kind === 'number'
  const title = known?.title ? known.title : name
  const head = roughWidth(title === name ? name : `${title} ${name}`) * halfWidth + 24
  const width = Math.ceil(Math.min(mostField, Math.max(head, longest * halfWidth + 24)))
  return {
    ...text(`field:${name}`, title, width, (line) =>
      shownText(startOf(fieldOf(line, name) ?? '', longestCell)),
    ),
    ...(title !== name && { unit: name }),
    align: isNumber ? 'right' : 'left',
    field: name,
  }
}

/** Lines sampled for widths. */
const sampled = 200

/** In the form that `columnsOf` takes. */
export function longestTexts(
  lines: readonly ShownLine[],
  fields: readonly string[],
): Readonly<Record<string, number>> {
  const longest: Record<string, number> = Object.create(null)
  const take = (name: string, text: string) => {
    // In steps, so that a slightly longer text moves no column.
    const width = Math.ceil(roughWidth(startOf(text, longestCell * 10)) / 4) * 4
    longest[name] = Math.max(longest[name] ?? 0, width)
  }
  for (const line of lines.slice(0, sampled)) {
    take('', summaryOf(line, fields))
    for (const name of fields) take(name, startOf(fieldOf(line, name) ?? '', longestCell))
  }
  return longest
}

export const sampledLines = (lineAt: (row: number) => ShownLine | undefined, rowCount: number): ShownLine[] =>
  Array.from({ length: Math.min(rowCount, sampled) }, (_, row) => lineAt(row)).filter(
    (line) => line !== undefined,
  )
