// The values of one dimension, greatest effect first, down to the total that they add up to.
import { Button } from '@blueprintjs/core'
import { Filter } from '@blueprintjs/icons'
import type { KeyboardEvent } from 'react'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import type { ChangeByDimension } from '#features/statement/contract.ts'
import { withFilter } from '../filters/filters.ts'
import { change } from '../report/follow.ts'
import { presentInfo } from '../report/store.ts'
import type { Written } from './changeTexts.ts'
import { type OnlyValue, useExplain } from './store.ts'

const methodTexts: Record<ChangeByDimension['method'], string> = {
  sum: '各值的变化相加等于整体的变化。',
  rate: '影响 = 自身的变化 + 占比的变化，各值相加等于整体的变化。',
  alone: '去重、最大值这类数字不能相加，只列各值自己的变化。',
}

interface Props {
  split: ChangeByDimension
  text: Written
  onClose: () => void
}

type Row = ChangeByDimension['rows'][number]

/** Narrows the report, and what it is compared with, to one value. */
const narrowTo: OnlyValue = (dim, value) => {
  const info = presentInfo()
  if (!info) return
  const choice = { op: 'in' as const, values: [value === null ? null : String(value)] }
  change(
    {
      filters: withFilter(info.filters, { dim }, choice),
      ...(info.compareFilters && { compareFilters: withFilter(info.compareFilters, { dim }, choice) }),
    },
    { atOnce: true },
  )
}

export function ChangeTable({ split, text, onClose }: Props) {
  const { dim, dimName, method, rows, rest, remainder, before, after } = split
  const onOnly = useExplain(({ overlay }) => (overlay?.kind === 'cell' && overlay.onOnly) || narrowTo)
  const isRate = method === 'rate'
  const largest = Math.max(...rows.map(({ change }) => Math.abs(change ?? 0)))
  const whole = before === null || after === null ? null : after - before
  return (
    <>
      <SmallTable className="change-table" onKeyDown={walk}>
        <thead>
          <tr>
            <th scope="col">{dimName}</th>
            <th scope="col">对比期</th>
            <th scope="col">本期</th>
            <th scope="col">{method === 'alone' ? '变化' : '影响'}</th>
            {isRate && <th scope="col">自身</th>}
            {isRate && <th scope="col">占比</th>}
            {method !== 'alone' && <th scope="col">占变化</th>}
            <th scope="col" aria-label="筛选" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row.value)}>
              <th scope="row" title={row.label}>
                {row.label}
              </th>
              <Figures row={row} split={split} text={text} largest={largest} />
              <td>
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Filter size={12} />}
                  text="只看"
                  aria-label={`只看 ${dimName} ${row.label}`}
                  onClick={() => {
                    onClose()
                    onOnly(dim, row.value)
                  }}
                />
              </td>
            </tr>
          ))}
          {rest && (
            <tr className="change-rest">
              <th scope="row">其余 {rest.count.toLocaleString('en-US')} 个值</th>
              <Figures row={rest} split={split} text={text} largest={largest} />
              <td />
            </tr>
          )}
          {remainder !== null && isShown(text.change(remainder)) && (
            <tr className="change-rest" title="取整，或属于几个值的玩家">
              <th scope="row">不属于任何值</th>
              <Figures row={{ ...nothing, change: remainder }} split={split} text={text} largest={largest} />
              <td />
            </tr>
          )}
        </tbody>
        {method !== 'alone' && (
          <tfoot>
            <tr className="change-whole">
              <th scope="row">合计</th>
              <Figures
                row={{
                  ...nothing,
                  before,
                  after,
                  change: whole,
                  share: whole ? 1 : null,
                  ...bothEffects(split),
                }}
                split={split}
                text={text}
                largest={0}
              />
              <td />
            </tr>
          </tfoot>
        )}
      </SmallTable>
      <p className="change-left">{methodTexts[method]}</p>
    </>
  )
}

/** What is written as zero is rounding. */
const isShown = (text: string): boolean => /[1-9]/.test(text)

const nothing = { before: null, after: null, change: null, share: null, rate: null, weight: null }

function bothEffects({ rows, rest }: ChangeByDimension): Pick<Row, 'rate' | 'weight'> {
  const all = [...rows, ...(rest ? [rest] : [])]
  const sum = (of: 'rate' | 'weight') => all.reduce((total, row) => total + (row[of] ?? 0), 0)
  return { rate: sum('rate'), weight: sum('weight') }
}

interface FiguresProps {
  row: Omit<Row, 'value' | 'label'>
  split: ChangeByDimension
  text: Written
  /** The greatest change, which the longest bar stands for; 0: no bar. */
  largest: number
}

function Figures({ row, split: { method }, text, largest }: FiguresProps) {
  const { before, after, change, share, rate, weight } = row
  const way = (value: number | null) =>
    value === null || value === 0 ? '' : value > 0 ? 'change-up' : 'change-down'
  return (
    <>
      <td>{text.figure(before)}</td>
      <td>{text.figure(after)}</td>
      <td className={`change-effect ${way(change)}`}>
        {largest > 0 && change !== null && (
          <i aria-hidden="true" style={{ width: `${(Math.abs(change) / largest) * 100}%` }} />
        )}
        <span>{text.change(change)}</span>
      </td>
      {method === 'rate' && <td>{text.change(rate)}</td>}
      {method === 'rate' && <td>{text.change(weight)}</td>}
      {method !== 'alone' && <td>{text.share(share)}</td>}
    </>
  )
}

/** Up and down move between the rows' buttons. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const next = buttons[at + step]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
