// The rule's present findings: each value's figure, and whether it would fire.
import { Tag } from '@blueprintjs/core'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type AlarmRun, alarmLevelTitles, type Outcome, outcomeTitles } from '#features/alarm/contract.ts'
import { Findings } from '../Findings.tsx'
import { askAgain } from './live.ts'
import { watchesNothing } from './rules.ts'
import { useEditor } from './store.ts'

const valuesShown = 12

const outcomeClasses: Record<Outcome, string> = {
  fire: 'alarm-state-firing',
  met: 'alarm-state-fault',
  quiet: 'alarm-state-frozen',
  held: 'alarm-state-frozen',
  rearm: 'alarm-state-frozen',
  clear: 'alarm-state-normal',
  waiting: 'alarm-state-unchecked',
}

export function Now() {
  const { answer, failure, isOld } = useEditor((state) => state.checked)
  const draft = useEditor((state) => state.draft)
  const wrong = useEditor((state) => Object.values(state.found)[0])
  if (!draft) return null
  const isEmpty = watchesNothing(draft)
  return (
    <section className="alarm-now" aria-label="现在" aria-busy={isOld}>
      <h2 className="alarm-heading">现在</h2>
      {isOld && !isEmpty && <div className="thin-bar" />}
      {isEmpty && (
        <p className="alarm-muted">
          {draft.watch.query
            ? '选择查询后，这里显示现在的结果、会不会触发，以及过去的预演。'
            : '选择指标后，这里显示现在的数值、会不会触发，以及过去 90 天的预演。'}
        </p>
      )}
      {!isEmpty && isOld && !answer && <p role="status">正在检查...</p>}
      {failure && <FailureLine what="检查失败" failure={failure} onRetry={askAgain} />}
      {wrong && !isOld && <p className="alarm-wrong">规则还不完整：{wrong}</p>}
      {answer && (
        <div className={isOld ? 'alarm-old' : ''}>
          <Found run={answer} />
        </div>
      )}
    </section>
  )
}

function Found({ run }: { run: AlarmRun }) {
  const { period, problem, values, fires, checked } = run
  if (problem !== '') return <p className="alarm-wrong">{problem}</p>
  if (period === null) return <p className="alarm-muted">还没有完整的一天可以判断。</p>
  return (
    <>
      <p role="status">
        {period}：{fires > 0 ? <b className="alarm-wrong">会触发</b> : <b>不会触发</b>}
        {checked > 1 && `，看了 ${checked} 项，其中 ${fires} 项触发`}
      </p>
      <ul className="alarm-found">
        {values.slice(0, valuesShown).map(({ key, label, outcome, findings, level }) => (
          <li key={key}>
            <Tag minimal className={outcomeClasses[outcome]}>
              {outcomeTitles[outcome]}
              {outcome === 'fire' && ` ${alarmLevelTitles[level]}`}
            </Tag>
            <div>
              {label && <b>{label}：</b>}
              {findings.some(({ groups }) => groups) ? (
                <Findings findings={findings} />
              ) : (
                findings.map(({ text }) => text).join('；')
              )}
            </div>
          </li>
        ))}
      </ul>
      {values.length > valuesShown && (
        <p className="alarm-muted">另有 {values.length - valuesShown} 项没有列出</p>
      )}
    </>
  )
}
