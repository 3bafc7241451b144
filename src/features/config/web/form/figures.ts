// Formats figures and cells in forms.

import { emptyText, valueText } from '#semantic/model/valueText.ts'
import type { Cell } from '#features/config/contract.ts'

export interface FigureFormat {
  format?: string | null
  unit?: string | null
}

export function figureText(figure: Cell, { format, unit }: FigureFormat): string {
  const number = typeof figure === 'string' && figure.trim() !== '' ? Number(figure) : figure
  if (typeof number !== 'number' || Number.isNaN(number)) return cellText(figure)
  if (format === 'percent') return `${(number * 100).toFixed(2)}%`
  const digits = format === 'decimal' || !Number.isInteger(number) ? 2 : 0
  const text = number.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return unit ? `${text} ${unit}` : text
}

export const cellText = (cell: Cell): string => (cell === null ? emptyText : valueText(cell))
