// A chart's points and series by their labels; codes are named only where two have the same label.

import { emptyWord } from '#semantic/model/valueText.ts'
import { toldApart } from '#shared/labels.ts'
import type { ResultChart } from '#features/code/contract.ts'

type Names = ReadonlyMap<string, string> | undefined

/** `ofX`, `ofSeries`: labels by code of the respective columns. */
export function named({ x, series, truncated }: ResultChart, ofX: Names, ofSeries: Names): ResultChart {
  const xNames = among(ofX, x.map(String))
  const seriesNames = among(
    ofSeries,
    series.map(({ code }) => code ?? ''),
  )
  return {
    x: x.map((code) => (code === '' || xNames?.has(String(code)) ? withName(String(code), xNames) : code)),
    series: series.map((one) =>
      one.code === undefined
        ? one
        : { ...one, name: withName(one.code, seriesNames) + one.name.slice((one.code || emptyWord).length) },
    ),
    truncated,
  }
}

/** Labels of these codes, told apart among them. */
const among = (names: Names, codes: readonly string[]): Names =>
  names &&
  toldApart(
    new Map(
      codes.flatMap((code) => {
        const name = names.get(code)
        return name === undefined ? [] : [[code, name] as const]
      }),
    ),
  )

const withName = (code: string, names: Names): string => names?.get(code) ?? (code || emptyWord)
