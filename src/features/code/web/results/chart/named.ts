// A chart's points and series with labels beside their codes, as in the result's table.

import { emptyWord } from '#semantic/model/valueText.ts'
import type { ResultChart } from '#features/code/contract.ts'
import { beside } from '../texts.ts'

type Names = ReadonlyMap<string, string> | undefined

/** `xNames`, `seriesNames`: labels by code of the respective columns. */
export function named({ x, series, truncated }: ResultChart, xNames: Names, seriesNames: Names): ResultChart {
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

function withName(code: string, names: Names): string {
  const name = names?.get(code)
  return name === undefined ? code || emptyWord : beside(code, name)
}
