// Formats a change: an arrow shows its direction, so the figure has no sign; a copied figure has the sign.
import { emptyText } from '../valueText.ts'
import type { ResultCell } from './result.ts'

const figures = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export type Direction = 'rise' | 'fall' | 'none'

/** In hundredths, as displayed: 0.0342 is 3.42. */
function hundredths(value: ResultCell): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  return Math.round(number * 10_000) / 100
}

/** Of the displayed figure: one that rounds to zero has no direction. */
export function directionOf(value: ResultCell): Direction {
  const shown = hundredths(value)
  return shown === null || shown === 0 ? 'none' : shown > 0 ? 'rise' : 'fall'
}

/** `3.42%`; a difference of ratios has its unit (pp) in the header. */
export function changeText(value: ResultCell, isDifference: boolean): string {
  const shown = hundredths(value)
  return shown === null ? emptyText : `${figures.format(Math.abs(shown))}${isDifference ? '' : '%'}`
}

export function changeCopy(value: ResultCell, isDifference: boolean): string {
  const shown = hundredths(value)
  return shown === null ? '' : `${shown < 0 ? '-' : ''}${changeText(value, isDifference)}`
}
