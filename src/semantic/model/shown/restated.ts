// A figure that changed after its day was whole, in words:
//
//   充值金额 由 1,200 改为 1,350（+12.5%），10-02 08:10 载入「订单.csv」（按天替换）
//   充值金额 曾由 1,200 改为 1,350，又改回，10-03 09:00 取回上一版
//   充值金额 有修订，10-02 08:10 按天替换
import { restatedHowTitles } from '#shared/imports/restated.ts'
import type { RestatedFigure } from '#shared/imports/restatedSchema.ts'
import { figureText } from '../figureText.ts'

type Figures = Pick<RestatedFigure, 'name' | 'format' | 'unit' | 'before' | 'after'>

/** Exact decimals become figures; what a double can't hold stays text. */
function cellOf(text: string | null): string | number | null {
  if (text === null) return null
  const number = Number(text)
  return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text
}

const textOf = ({ format, unit }: Pick<Figures, 'format' | 'unit'>, figure: string | null): string =>
  figureText(cellOf(figure), format, unit)

/** 充值金额 由 1,200 改为 1,350（+12.5%） */
export const restatedFigures = (figure: Figures): string =>
  `${figure.name} 由 ${textOf(figure, figure.before)} 改为 ${textOf(figure, figure.after)}${shareText(figure)}`

/** Nothing is divided by zero, and what rounds to nothing is not told. */
function shareText({ before, after }: Pick<Figures, 'before' | 'after'>): string {
  const [from, to] = [Number(before ?? 0), Number(after ?? 0)]
  if (from === 0 || !Number.isFinite(from) || !Number.isFinite(to)) return ''
  const share = ((to - from) / Math.abs(from)) * 100
  const text = Math.abs(share).toFixed(Math.abs(share) < 0.1 ? 2 : 1)
  if (Number(text) === 0) return ''
  return `（${share > 0 ? '+' : '−'}${text.replace(/\.0+$/, '')}%）`
}

/** By which load, at the moment as it is written. */
export const restatedBy = ({ how, source }: Pick<RestatedFigure, 'how' | 'source'>, when: string): string =>
  source === ''
    ? `${when} ${restatedHowTitles[how]}`
    : `${when} 载入「${source}」（${restatedHowTitles[how]}）`

export function restatedLine(figure: RestatedFigure, when: string): string {
  const by = restatedBy(figure, when)
  const times = figure.loads > 1 ? `，先后 ${figure.loads} 次` : ''
  if (figure.state === 'hidden') return `${figure.name} 有修订，${by}${times}`
  if (figure.state === 'changed') return `${restatedFigures(figure)}，${by}${times}`
  const { name, before, between } = figure
  return `${name} 曾由 ${textOf(figure, before)} 改为 ${textOf(figure, between)}，又改回，${by}${times}`
}
