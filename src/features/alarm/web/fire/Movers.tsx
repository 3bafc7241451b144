// Which values of each dimension moved most: their share of the change as bars that say their numbers.

import { emptyText } from '#semantic/model/valueText.ts'
import type { AlarmFireDetail, AlarmMover } from '#features/alarm/contract.ts'
import { figureOf } from '../plot.ts'

const methodTexts: Record<AlarmMover['method'], string> = {
  sum: '各值的变化加起来等于整体的变化',
  rate: '比率：各值自身的变化与占比的变化，加起来等于整体的变化',
  alone: '去重或最大值这类数字不能相加，只列各值自己的变化',
}

export function Movers({ fire }: { fire: AlarmFireDetail }) {
  const { movers, moverProblem } = fire
  return (
    <section aria-label="变化来自谁">
      <h2 className="alarm-heading">变化来自谁</h2>
      {movers === null && moverProblem === '' && <p role="status">正在计算...</p>}
      {moverProblem !== '' && <p className="alarm-muted">{moverProblem}</p>}
      {movers?.length === 0 && moverProblem === '' && (
        <p className="alarm-muted">没有可以比较的维度，或没有变化。</p>
      )}
      <div className="alarm-movers">
        {movers?.map((mover) => (
          <Mover key={`${mover.dim} ${mover.point}`} mover={mover} fire={fire} />
        ))}
      </div>
    </section>
  )
}

function Mover({ mover, fire }: { mover: AlarmMover; fire: AlarmFireDetail }) {
  const { dimName, pointName, against, before, after, rows, method } = mover
  const series = fire.series.find(({ point }) => point === mover.point)
  const text = figureOf({ format: series?.format ?? null, unit: series?.unit ?? '' })
  const largest = Math.max(...rows.map(({ share, change }) => Math.abs(share ?? change ?? 0)), 0)
  return (
    <div className="alarm-mover">
      <h3 className="alarm-point">
        {dimName}
        <span className="alarm-muted">
          {pointName} {text(before)} → {text(after)}，比{against}
        </span>
      </h3>
      <ul className="alarm-bars" title={methodTexts[method]}>
        {rows.map(({ label, share, change, before: was, after: is }) => (
          <li key={label}>
            <span className="alarm-bar-label">{label || emptyText}</span>
            <span className="alarm-bar" aria-hidden="true">
              <i
                className={(change ?? 0) < 0 ? 'alarm-bar-down' : 'alarm-bar-up'}
                style={{ width: `${largest === 0 ? 0 : (Math.abs(share ?? change ?? 0) / largest) * 100}%` }}
              />
            </span>
            <span className="alarm-bar-share">{share === null ? '' : percentText(share)}</span>
            <span className="alarm-bar-change">
              {(change ?? 0) > 0 && '+'}
              {text(change)}
            </span>
            <span className="alarm-muted alarm-bar-figures">
              {text(was)} → {text(is)}
            </span>
          </li>
        ))}
      </ul>
      <p className="alarm-muted">{methodTexts[method]}</p>
    </div>
  )
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const percentText = (fraction: number): string => percent.format(fraction)
