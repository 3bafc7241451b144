// How a change and its parts are written: as the point's figures, differences with their sign.
import { figureText } from '#semantic/model/figureText.ts'
import { emptyText } from '#semantic/model/valueText.ts'
import type { ExplainedChange } from '#features/statement/contract.ts'

export interface Written {
  figure: (value: number | null) => string
  /** +1,200; ratios in percentage points. */
  change: (value: number | null) => string
  share: (value: number | null) => string
  /** +12.30%, empty where there is nothing to divide by. */
  growth: (before: number | null, after: number | null) => string
}

const signed = (value: number | null, text: string): string =>
  value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text

const percent = (value: number | null): string => figureText(value, 'percent', '')

export function writtenBy({ format, unit }: Pick<ExplainedChange, 'format' | 'unit'>): Written {
  const isRatio = format === 'percent' || unit === '%'
  const figure = (value: number | null): string => {
    const text = figureText(value, format, unit)
    return unit === '%' && text !== emptyText ? `${text}%` : text
  }
  return {
    figure,
    change: (value) => {
      const text = figureText(value, format, isRatio ? '%' : unit)
      return signed(value, isRatio && text !== emptyText ? `${text} pp` : text)
    },
    share: percent,
    growth: (before, after) => {
      if (isRatio || before === null || after === null || before === 0) return ''
      const grown = after / before - 1
      return signed(grown, percent(grown))
    },
  }
}
