// A chart's value, formatted as in the table.
import { figureText } from '#semantic/model/figureText.ts'
import { emptyText } from '#semantic/model/valueText.ts'
import type { ChartPicture } from '../types.ts'

export function textOf({ plot, format }: Pick<ChartPicture, 'plot' | 'format'>) {
  return (value: number | null): string => {
    const text = figureText(value, format, plot.unit)
    return plot.unit === '%' && text !== emptyText && !text.endsWith('%') ? `${text}%` : text
  }
}
