// Explains a cron expression: in words, field by field, with its next times.
import { useMemo } from 'react'
import { installation } from '#web/shell/installation.ts'
import { Problem, Results, TextField } from '../Fields.tsx'
import { instrumentHints } from '../names.ts'
import { useText } from '../texts.ts'
import { dayFacts, distanceText } from '../time/describeTime.ts'
import { clockText } from '../time/zones.ts'
import { readCron } from './cronText.ts'

export function CronTool() {
  const text = useText('cron.text')
  const { zone } = installation()
  const { fields, sentence, next, problem, now } = useMemo(() => {
    const from = new Date()
    return { ...readCron(text, zone, from), now: BigInt(from.getTime()) * 1_000_000n }
  }, [text, zone])
  const results = next.map((moment, at) => {
    const nanos = BigInt(moment) * 1_000_000n
    return {
      label: `第 ${at + 1} 次`,
      value: clockText(nanos, zone).slice(0, 16),
      note: `${dayFacts(nanos, zone).weekday}，${distanceText(nanos, now)}`,
    }
  })
  const isTyped = text.trim() !== ''
  return (
    <>
      <TextField
        field="cron.text"
        label="定时表达式"
        hint={instrumentHints.cron}
        rows={1}
        isWrong={isTyped && problem !== ''}
      />
      {isTyped && problem && <Problem>{problem}</Problem>}
      {sentence && (
        <p className="tools-told tools-sentence" role="status">
          {sentence}
        </p>
      )}
      {fields.length > 0 && (
        <dl className="tools-fields">
          {fields.map(({ title, written, words, isWrong }) => (
            <div key={title} className={isWrong ? 'tools-field-wrong' : undefined}>
              <dt>
                {title} <code>{written}</code>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
      <Results results={results} />
      <p className="tools-muted">
        按业务时区 {zone} 计算，与系统里的定时任务、订阅一致。支持 * , - /
        ?、英文缩写、L（最后）、W（最近的工作日）、#（第几个周几）。
      </p>
    </>
  )
}
