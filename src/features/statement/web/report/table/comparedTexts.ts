// Texts that explain how a change is computed, for tables and pivots.
import type { Cell } from '#features/statement/contract.ts'

interface Compared {
  /** The row's figure. */
  shown: Cell
  /** The figure of only the compared days; undefined when it equals the row's figure. */
  base: Cell | undefined
  previous: Cell
}

type Format = (value: Cell) => string

/** `days`: the days of both sides, if known. */
export function comparedTexts(
  { shown, base, previous }: Compared,
  format: Format,
  days: { own: string; other: string } = { own: '', other: '' },
): string[] {
  const own = base === undefined ? shown : base
  // Nothing is compared: the day is not over, or has no counterpart.
  if (own === null && previous === null && base !== undefined)
    return [`本期 ${format(shown)}，没有可比的对比期`]
  const other = `对比期 ${format(previous)}${days.other}`
  if (own === shown) return [`本期 ${format(own)}${days.own}，${other}`]
  return [
    `本期可比的 ${format(own)}${days.own}，${other}`,
    `本期 ${format(shown)} 里还有不比较的日期：未结束的，或对比期没有的。`,
  ]
}

/** `noBase`: why the base row can't be computed. */
export function fixedRowText(
  name: string,
  noBase: string | undefined,
  figure: Cell | undefined,
  format: Format,
): string[] {
  if (noBase !== undefined) return [`基准 ${name}：${noBase}，所以为空`]
  return figure === null || figure === undefined ? [] : [`基准 ${name}：${format(figure)}`]
}
