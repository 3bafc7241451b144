// The distribution of a column: equal bins as bars, with range and count as text.

import { groupThousands } from '#web/table/selection/exactSum.ts'
import type { ResultStatistics } from '#features/code/contract.ts'

interface Props {
  bins: ResultStatistics['bins']
  valueText: (text: string) => string
}

export function Bins({ bins, valueText }: Props) {
  const most = Math.max(1, ...bins.map(({ count }) => count))
  return (
    <>
      <ul className="result-bins">
        {bins.map(({ from, to, count }) => {
          const text = `${valueText(from)} 至 ${valueText(to)}：${groupThousands(String(count))}`
          return (
            <li key={from} title={text} aria-label={text}>
              <span style={{ height: `${count === 0 ? 0 : Math.max(2, (count / most) * 100)}%` }} />
            </li>
          )
        })}
      </ul>
      <div className="result-bins-ends">
        <span>{valueText(bins[0]?.from ?? '')}</span>
        <span>{valueText(bins.at(-1)?.to ?? '')}</span>
      </div>
    </>
  )
}
