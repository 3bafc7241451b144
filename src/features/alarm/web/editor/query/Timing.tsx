// When a watched query is run: by the clock, or when its tables are fresh.
import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import type { Timing as When } from '#shared/timing.ts'
import { TimeField } from '#web/ui/day/TimeField.tsx'
import { FieldLine } from '../Part.tsx'

const kinds: readonly { value: When['kind']; label: string }[] = [
  { value: 'daily', label: '每天' },
  { value: 'weekly', label: '每周' },
  { value: 'monthly', label: '每月' },
  { value: 'cron', label: '定时表达式' },
  { value: 'fresh', label: '查询的表更新后' },
]
const hourly = '0 * * * *'
const usualTime = '09:00'
const weekdays = ['日', '一', '二', '三', '四', '五', '六']
const mondayFirst = [1, 2, 3, 4, 5, 6, 0]
const lastDay = 31

function begun(kind: When['kind'], before: When): When {
  const time = 'time' in before ? before.time : usualTime
  switch (kind) {
    case 'daily':
      return { kind, time }
    case 'weekly':
      return { kind, weekdays: [1], time }
    case 'monthly':
      return { kind, days: [1], time }
    case 'cron':
      return { kind, cron: hourly }
    case 'fresh':
      return { kind, latest: '10:00' }
  }
}

export function Timing({ timing, onChange }: { timing: When; onChange: (timing: When) => void }) {
  return (
    <FieldLine name="timing" label="运行" id="alarm-timing" help={helpOf(timing)}>
      <HTMLSelect
        id="alarm-timing"
        value={timing.kind}
        options={[...kinds]}
        onChange={(event) => onChange(begun(event.currentTarget.value as When['kind'], timing))}
      />
      <Rest timing={timing} onChange={onChange} />
    </FieldLine>
  )
}

const helpOf = ({ kind }: When): string | undefined => {
  if (kind === 'cron') return '分 时 日 月 周，如 0 * * * * 是每小时整点；两次至少相隔 10 分钟'
  if (kind === 'fresh') return '每天一次，所用的表都更新后运行；到最晚时间还没有更新会告诉你'
  return undefined
}

function Rest({ timing, onChange }: { timing: When; onChange: (timing: When) => void }) {
  switch (timing.kind) {
    case 'cron':
      return (
        <InputGroup
          aria-label="定时表达式"
          value={timing.cron}
          onChange={(event) => onChange({ ...timing, cron: event.currentTarget.value })}
        />
      )
    case 'fresh':
      return (
        <>
          <span className="alarm-word">最晚</span>
          <TimeField
            value={timing.latest}
            label="最晚时间"
            onChange={(latest) => onChange({ ...timing, latest })}
          />
        </>
      )
    case 'weekly':
      return (
        <>
          <HTMLSelect
            aria-label="星期几"
            value={String(timing.weekdays[0] ?? 1)}
            options={mondayFirst.map((day) => ({ value: String(day), label: `周${weekdays[day]}` }))}
            onChange={(event) => onChange({ ...timing, weekdays: [Number(event.currentTarget.value)] })}
          />
          <TimeField
            value={timing.time}
            label="运行时间"
            onChange={(time) => onChange({ ...timing, time })}
          />
        </>
      )
    case 'monthly':
      return (
        <>
          <HTMLSelect
            aria-label="几日"
            value={String(timing.days[0] ?? 1)}
            options={[
              ...Array.from({ length: lastDay }, (_, at) => ({
                value: String(at + 1),
                label: `${at + 1} 日`,
              })),
              { value: '0', label: '最后一天' },
            ]}
            onChange={(event) => onChange({ ...timing, days: [Number(event.currentTarget.value)] })}
          />
          <TimeField
            value={timing.time}
            label="运行时间"
            onChange={(time) => onChange({ ...timing, time })}
          />
        </>
      )
    case 'daily':
      return (
        <TimeField value={timing.time} label="运行时间" onChange={(time) => onChange({ ...timing, time })} />
      )
  }
}
