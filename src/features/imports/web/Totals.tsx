// Rows that are totals of others: left out, and brought back by one press.
import { Checkbox } from '@blueprintjs/core'
import type { ShownImport } from '../contract.ts'
import { readAgain } from './sending.ts'

export function Totals({ found: { totals, bad } }: { found: ShownImport }) {
  const { count, first, kept } = totals
  if (count === 0) return null
  const what = `有 ${count.toLocaleString('en-US')} ${bad.unit}是合计`
  return (
    <section className="imports-bad" aria-label="合计">
      <p>{kept ? `${what}，会一同导入` : `${what}，不会导入`}</p>
      <ul>
        {first.map(({ line, text }) => (
          <li key={line}>
            第 {line} {bad.unit}：{text}
          </li>
        ))}
        {count > first.length && <li>……</li>}
      </ul>
      <Checkbox
        label="合计也导入"
        checked={kept}
        onChange={(event) => void readAgain({ totals: event.currentTarget.checked })}
      />
    </section>
  )
}
