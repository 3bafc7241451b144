// A change against another period as the legend writes it: an arrow and the figure without its sign.
import type { Cell, ReportTableColumn } from '../../contract.ts'
import { emptyText } from '../formats.ts'
import { numberOf } from './plotOf.ts'

export interface ChangeText {
  text: string
  direction: 'up' | 'down' | 'none'
}

const twoPlaces = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Changes are parts of one; those of ratios differences, in points of a percent. */
export function changeText(value: Cell, { unit }: Pick<ReportTableColumn, 'unit'>): ChangeText {
  const number = numberOf(value)
  if (number === null) return { text: emptyText, direction: 'none' }
  const text = twoPlaces.format(Math.abs(number * 100))
  const direction = text === '0.00' ? 'none' : number > 0 ? 'up' : 'down'
  return { text: unit === 'pp' ? `${text} pp` : `${text}%`, direction }
}
