// One check: its state as a word and an icon, its duration, its meaning, and details for managers.
import { BanCircle, Error as ErrorIcon, Tick, WarningSign } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { runChecks, stateBefore } from './store.ts'
import { type Outcome, stateTitles } from './types.ts'

interface Props {
  id: string
  title: string
  outcome: Outcome | undefined
  isUnderWay: boolean
  action: ReactNode
}

const signs = { ok: Tick, warning: WarningSign, failed: ErrorIcon, off: BanCircle } as const

export function CheckRow({ id, title, outcome, isUnderWay, action }: Props) {
  const Sign = outcome && signs[outcome.state]
  const then = outcome && stateBefore(id, outcome.state)
  return (
    <li
      className={`installation-check installation-${outcome?.state ?? 'waiting'}`}
      data-check={id}
      aria-busy={isUnderWay}
    >
      <span className="installation-state">
        {Sign && <Sign size={14} />}
        {outcome ? stateTitles[outcome.state] : '等待'}
      </span>
      <span className="installation-name">{title}</span>
      <span className="installation-ms">{outcome?.ms != null && timeText(outcome.ms)}</span>
      <div className="installation-says">
        <p>
          {outcome?.says ?? '正在检查...'}
          {then && <span className="installation-muted">（上次：{stateTitles[then]}）</span>} {action}
        </p>
        {outcome?.failure && <FailureLine failure={outcome.failure} onRetry={() => void runChecks()} />}
        {outcome?.details && outcome.details.length > 0 && (
          <dl className="installation-details">
            {outcome.details.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

const timeText = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`)
