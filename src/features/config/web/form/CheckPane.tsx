// The pane beside a form: problems beyond the expressions, the figure of the last seven days, five sample
// rows, the compiled SQL, and the effect on reports.
import { type ReactNode, useMemo } from 'react'
import { toldText } from '#shared/nothing.ts'
import { SqlText } from '#web/editor/SqlText.tsx'
import { DayText, tintClass } from '#web/table/days/DayText.tsx'
import { useDayMark, yearsOfDays } from '#web/table/days/dayMarks.ts'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import type { SampleRows } from '#features/config/contract.ts'
import { cellText, type FigureFormat, figureText } from './figures.ts'
import { type AskCheck, type Checked, useCheck, useCheckState } from './useCheck.ts'
import '../config.css'

interface Props {
  /** A different text means a different request. */
  body: string
  ask: AskCheck
  /** For a point's figures. */
  format?: FigureFormat
  /** Fields that show their own problems. */
  told: readonly string[]
  /** Shows the effects of the change. */
  children?: ReactNode
}

export function CheckPane({ body, ask, format = {}, told, children }: Props) {
  useCheck(body, ask)
  const { checked, failure, asking, figures } = useCheckState()
  const problems = checked?.problems ?? []
  const others = problems.filter(({ field }) => !told.includes(field))
  return (
    <section className="config-check" aria-label="检查">
      <h3 className="config-heading">检查</h3>
      <p className={problems.length > 0 ? 'config-wrong' : 'config-muted'} role="status">
        {failure ? '' : statusText(checked, asking)}
      </p>
      {failure && <FailureLine what="检查失败" failure={failure} />}
      {others.length > 0 && (
        <ul className="config-problems">
          {others.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {(checked?.warnings ?? []).map((warning) => (
        <p key={warning} className="config-warned">
          请留意：{warning}。
        </p>
      ))}
      {checked?.trouble && <p className="config-wrong">数据仓库没有响应：{checked.trouble}</p>}
      {/* Figures of the previous text stay, dimmed, until the new ones arrive. */}
      {checked && problems.length === 0 && (
        <div className={asking ? 'config-old' : ''}>
          {figures ? <Figures checked={checked} format={format} /> : <Skeleton lines={4} />}
        </div>
      )}
      {children}
      {checked && problems.length === 0 && (
        <div className={asking ? 'config-old' : ''}>
          {checked.sample && <Sample sample={checked.sample} />}
          {checked.sql && (
            <details className="config-sql">
              <summary>编译 SQL</summary>
              <SqlText sql={checked.sql} label="编译 SQL" />
            </details>
          )}
        </div>
      )}
    </section>
  )
}

function statusText(checked: Checked | null, asking: boolean): string {
  if (!checked) return '正在检查...'
  const count = checked.problems.length
  if (count > 0) return `有 ${count} 处不对，改好后才能保存`
  return asking ? '可以保存，正在试算...' : '可以保存'
}

function Figures({ checked, format }: { checked: Checked; format: FigureFormat }) {
  const { total, values = [] } = checked
  const days = useMemo(() => checked.days ?? [], [checked])
  const markOf = useDayMark(useMemo(() => yearsOfDays(days.map(({ day }) => day)), [days]))
  return (
    <>
      {days.length > 0 && (
        <>
          <h4 className="config-heading">近 7 天</h4>
          <SmallTable className="config-days">
            <tbody>
              {days.map(({ day, figure }) => (
                <tr key={day ?? ''} className={tintClass(markOf(day))}>
                  <th scope="row">
                    <DayText text={day ?? '全部'} mark={markOf(day)} />
                  </th>
                  <td>{figureText(figure, format)}</td>
                </tr>
              ))}
              {days.length > 1 && (
                <tr className="config-days-total">
                  <th scope="row">合计</th>
                  <td>{figureText(total ?? null, format)}</td>
                </tr>
              )}
            </tbody>
          </SmallTable>
        </>
      )}
      {values.length > 0 && (
        <>
          <h4 className="config-heading">筛选里会看到的值</h4>
          <ul className="config-values">
            {values.map(({ value, label }) => (
              <li key={value ?? ''}>
                {toldText(label ?? value)}
                {label !== null && label !== value && <span className="config-muted"> {value}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Sample({ sample: { columns, rows } }: { sample: SampleRows }) {
  return (
    <>
      <h4 className="config-heading">样例行</h4>
      {rows.length === 0 ? (
        <p className="config-muted">没有符合的行</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
        <section className="config-sample" aria-label="样例行" tabIndex={0}>
          <SmallTable>
            <thead>
              <tr>
                {columns.map((column, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                  <th key={at} className={typeof rows[0]?.[at] === 'number' ? 'config-number' : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a sample is its place.
                <tr key={at}>
                  {row.map((cell, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
                    <td key={column} className={typeof cell === 'number' ? 'config-number' : undefined}>
                      {cellText(cell)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </section>
      )}
    </>
  )
}
