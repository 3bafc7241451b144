// The effect of an unsaved change: reports whose figures change or fail, with before and after for one of
// them.
import { useEffect, useState } from 'react'
import { call } from '#web/api/client.ts'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import {
  type ChangeEffect,
  changeEffect,
  type DefinitionKind,
  definitionUses,
} from '#features/config/contract.ts'
import { UseList } from '../uses/UseList.tsx'
import { useAnswer } from '../uses/useAnswer.ts'
import { changedFirst, isOther } from './changed.ts'
import { figureText } from './figures.ts'
import { useCheckState } from './useCheck.ts'

type Effecting = Exclude<DefinitionKind, 'category'>

interface Props {
  kind: Effecting
  id: number
  /** The change as it would be saved. */
  change: object
  isChanged: boolean
}

const pauseMs = 700
const mostNamed = 8
const effectWords = { changes: '数字会变', breaks: '不能再计算', mends: '又能计算' } as const

export function EffectPart({ kind, id, change, isChanged }: Props) {
  const question = usePaused(isChanged ? JSON.stringify(change) : null)
  const isRight = useCheckState(({ checked }) => checked?.problems.length === 0)
  const uses = useAnswer(`${kind} ${id}`, (signal) =>
    call(definitionUses, { params: { kind, id } }, { quiet: true, loading: null, signal }),
  )
  const effect = useAnswer(question !== null && isRight ? question : null, (signal) =>
    call(changeEffect, { body: { [kind]: change } }, { quiet: true, loading: null, signal }),
  )
  const used = uses.told ? uses.told.count + uses.told.hidden : null
  return (
    <>
      <h3 className="config-heading">影响</h3>
      {uses.failure && <FailureLine what="使用情况读取失败" failure={uses.failure} />}
      {used === 0 && <p className="config-muted">没有报表、指标或查询用到它。</p>}
      {uses.told && used !== null && used > 0 && (
        <details className="config-sql">
          <summary>用在 {used} 处</summary>
          <UseList {...uses.told} most={20} plain />
        </details>
      )}
      {!isChanged && used !== 0 && <p className="config-muted">改动后，这里会列出哪些报表的数字会变。</p>}
      {effect.failure && <FailureLine what="影响计算失败" failure={effect.failure} />}
      {isChanged && isRight && !effect.told && !effect.failure && used !== 0 && <Skeleton lines={3} />}
      {effect.told && <Effect effect={effect.told} />}
    </>
  )
}

/** The request after a pause in typing; figures of reports cost more than a check. */
function usePaused(question: string | null): string | null {
  const [paused, setPaused] = useState<string | null>(null)
  useEffect(() => {
    if (question === null) return setPaused(null)
    const timer = setTimeout(() => setPaused(question), pauseMs)
    return () => clearTimeout(timer)
  }, [question])
  return paused === question ? paused : null
}

function Effect({ effect }: { effect: ChangeEffect }) {
  const { reports, hidden, unread, broken, example } = effect
  const total = reports.length + hidden.changes + hidden.breaks
  const breaking = reports.filter((report) => report.effect === 'breaks').length + hidden.breaks
  if (total + broken.length + unread === 0) return <p className="config-muted">保存后没有报表的数字会变。</p>
  return (
    <>
      <p role="status" className={breaking + broken.length > 0 ? 'config-wrong' : ''}>
        保存后 {total - breaking} 张报表{example && isOther(example) === false ? '会重新计算' : '的数字会变'}
        {breaking > 0 && `，${breaking} 张不能再计算`}
        {broken.length > 0 && `，${broken.length} 个定义不能再计算`}
        {unread > 0 && `；另有 ${unread} 张没有逐一看过`}。
      </p>
      {example && <Example example={example} />}
      <ul className="config-uses">
        {broken.map(({ kind, id, name, problem }) => (
          <li key={`${kind} ${id}`}>
            <span>{name}</span>
            <span className="config-wrong">{problem}</span>
          </li>
        ))}
        {reports.slice(0, mostNamed).map((report) => (
          <li key={report.id}>
            <span>
              {report.viewName} / {report.reportName}
            </span>
            <span className={report.effect === 'breaks' ? 'config-wrong' : 'config-muted'}>
              {effectWords[report.effect]}
              {report.problem && `：${report.problem}`}
            </span>
          </li>
        ))}
      </ul>
      {reports.length > mostNamed && <p className="config-muted">另有 {reports.length - mostNamed} 张报表</p>}
      {hidden.changes + hidden.breaks > 0 && (
        <p className="config-muted">其中 {hidden.changes + hidden.breaks} 张在他人的私有视图里</p>
      )}
    </>
  )
}

const mostRows = 4

function Example({ example }: { example: NonNullable<ChangeEffect['example']> }) {
  const { reportName, columns, rows, trouble } = changedFirst(example)
  return (
    <>
      <h4 className="config-heading">「{reportName}」前后对照</h4>
      {trouble && <p className="config-wrong">{trouble}</p>}
      {!trouble && isOther(example) === false && (
        <p className="config-warned">改动没有改变这里的数字：合计和前几行，前后都一样。</p>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
        <section className="config-sample" aria-label={`「${reportName}」前后对照`} tabIndex={0}>
          <SmallTable>
            <thead>
              <tr>
                <th>
                  <span className="visually-hidden">哪一边</span>
                </th>
                {columns.map(({ key, title }) => (
                  <th key={key}>{title}</th>
                ))}
              </tr>
            </thead>
            {rows.slice(0, mostRows).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
              <tbody key={at} className="config-pair">
                {(['before', 'after'] as const).map((side) => (
                  <tr key={side} className={`config-${side}`}>
                    <th scope="row">{side === 'before' ? '前' : '后'}</th>
                    {columns.map((column, place) => (
                      <td key={column.key}>
                        <Side
                          text={sideText(row[side], place, at, column)}
                          isOther={
                            side === 'after' &&
                            sideText(row.before, place, at, column) !== sideText(row.after, place, at, column)
                          }
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </SmallTable>
        </section>
      )}
    </>
  )
}

const Side = ({ text, isOther }: { text: string; isOther: boolean }) => (isOther ? <b>{text}</b> : text)

type Example = NonNullable<ChangeEffect['example']>

/** The first row is the total, so its dimensions are empty. */
function sideText(
  row: Example['rows'][number]['before'],
  place: number,
  at: number,
  { kind, format, unit }: Example['columns'][number],
): string {
  const cell = row?.[place] ?? null
  if (kind === 'dimension') return at === 0 && cell === null ? '合计' : String(cell ?? '')
  return figureText(cell, { format, unit })
}
