// Columns of the lines: their time, where they stand in several stores, their level, chosen fields, and what they say.
import type { CellValue, TableColumn } from '../../../../web/table/types.ts'
import type { LogIndex } from '../../contract.ts'
import type { ShownLine } from '../reading/question.ts'
import { momentText } from '../time/moments.ts'
import { toneTitle } from '../tones.ts'
import { fieldOf, summaryOf } from './line.ts'
import { shownText, startOf } from './safeText.ts'

export interface LineColumn extends TableColumn {
  /** Of the field that it shows; absent for the line itself, its time and its store. */
  field?: string
  read: (line: ShownLine) => string
}

interface Shown {
  /** Of the address. */
  fields: readonly string[]
  index: LogIndex | null
  /** Lines of several stores stand together: what they are called. */
  storeTitle: ((name: string) => string) | null
  /** Pixels that the table has; 0 while that is not known. */
  available: number
  wrap: boolean
}

const timeWidth = 178
const levelWidth = 64
const storeWidth = 96
const fieldWidth = 140
const leastMessage = 240
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

export function columnsOf({ fields, index, storeTitle, available, wrap }: Shown): LineColumn[] {
  const before = [
    { ...text('time', '时间', timeWidth, timeOf), frozen: true },
    ...(storeTitle ? [text('store', '日志库', storeWidth, ({ store }) => storeTitle(store))] : []),
    { ...text('level', '级别', levelWidth, levelOf), field: 'level' },
    ...fields.filter((name) => name !== 'level').map((name) => fieldColumn(name, index)),
  ]
  const taken = before.reduce((sum, { width = 0 }) => sum + width, 0)
  const message = text('line', '内容', 0, (line) => summaryOf(line, fields))
  const { width: _, ...free } = message
  const rest = Math.max(leastMessage, available - taken - 20)
  return [...before, wrap ? { ...message, width: rest } : free]
}

const timeOf = ({ time, ownTime }: ShownLine): string => {
  if (time === null) return '—'
  return ownTime ? momentText(Date.parse(time)) : `${momentText(Date.parse(time))} 〃`
}

const levelOf = ({ level }: ShownLine): string => (level === null ? '' : toneTitle(level))

function fieldColumn(name: string, index: LogIndex | null): LineColumn {
  const known = index?.fields.find((field) => field.name === name)
  const isNumber = known?.kind === 'number'
  const title = known?.title ? known.title : name
  return {
    ...text(`field:${name}`, title, isNumber ? 96 : fieldWidth, (line) =>
      shownText(startOf(fieldOf(line, name) ?? '', longestCell)),
    ),
    ...(title !== name && { unit: name }),
    align: isNumber ? 'right' : 'left',
    field: name,
  }
}
