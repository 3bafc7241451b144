// Duration before it fires, re-arm time, quiet hours, and reports of recovery.
import { Checkbox, HTMLSelect, Switch } from '@blueprintjs/core'
import { TimeField } from '#web/ui/day/TimeField.tsx'
import type { AlarmRule, QuietHours } from '#features/alarm/contract.ts'
import { change } from './actions.ts'
import { FieldLine, Part } from './Part.tsx'
import { useEditor } from './store.ts'

const rearms = [0, 60, 240, 720, 1_440, 4_320, 10_080]
const rearmText = (minutes: number): string => {
  if (minutes === 0) return '每次都通知'
  if (minutes % 1_440 === 0) return `${minutes / 1_440} 天内不重复`
  return minutes % 60 === 0 ? `${minutes / 60} 小时内不重复` : `${minutes} 分钟内不重复`
}
const usualQuietHours: QuietHours = { from: '22:00', to: '08:00', meanwhile: 'hold' }
const weekdays = ['日', '一', '二', '三', '四', '五', '六']
const mondayFirst = [1, 2, 3, 4, 5, 6, 0]
const mostLasting = 30

export function TimesPart() {
  const rule = useEditor((state) => state.draft)
  if (!rule) return null
  const unit = rule.watch.query ? '次' : rule.watch.grain === 'hour' ? '小时' : '天'
  const known = rearms.includes(rule.rearmMinutes) ? rearms : [...rearms, rule.rearmMinutes]
  return (
    <Part title="通知时间">
      <FieldLine name="lasting" label="持续" id="alarm-lasting">
        <span className="alarm-word">连续</span>
        <HTMLSelect
          id="alarm-lasting"
          value={rule.lasting}
          onChange={(event) => change({ lasting: Number(event.currentTarget.value) })}
          options={Array.from({ length: mostLasting }, (_, at) => ({
            value: at + 1,
            label: `${at + 1} ${unit}`,
          }))}
        />
        <span className="alarm-word">满足才告警</span>
      </FieldLine>
      <FieldLine name="rearmMinutes" label="冷却" id="alarm-rearm">
        <HTMLSelect
          id="alarm-rearm"
          value={rule.rearmMinutes}
          onChange={(event) => change({ rearmMinutes: Number(event.currentTarget.value) })}
          options={known.map((value) => ({ value, label: rearmText(value) }))}
        />
        <span className="alarm-muted">级别升高时仍会通知</span>
      </FieldLine>
      <Quiet rule={rule} />
      <FieldLine name="recovery">
        <Switch
          label="恢复正常时也通知"
          checked={rule.recovery}
          onChange={(event) => change({ recovery: event.currentTarget.checked })}
        />
      </FieldLine>
    </Part>
  )
}

function Quiet({ rule: { quiet } }: { rule: AlarmRule }) {
  const set = (patch: Partial<QuietHours>) => change({ quiet: { ...(quiet ?? usualQuietHours), ...patch } })
  const days = quiet?.weekdays ?? []
  const toggle = (day: number) =>
    set({ weekdays: days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort() })
  return (
    <FieldLine name="quiet">
      <Switch
        label="静默时段"
        checked={quiet !== null}
        onChange={(event) => change({ quiet: event.currentTarget.checked ? usualQuietHours : null })}
      />
      {quiet && (
        <>
          <TimeField label="静默从" value={quiet.from} onChange={(from) => set({ from })} />
          <span className="alarm-word">到</span>
          <TimeField label="静默到" value={quiet.to} onChange={(to) => set({ to })} />
          {quiet.to < quiet.from && <span className="alarm-word">次日</span>}
          <HTMLSelect
            aria-label="静默期间的告警"
            value={quiet.meanwhile}
            onChange={(event) => set({ meanwhile: event.currentTarget.value as QuietHours['meanwhile'] })}
            options={[
              { value: 'hold', label: '结束后再发' },
              { value: 'skip', label: '不发' },
            ]}
          />
          <fieldset className="alarm-weekdays">
            <legend>星期（不选为每天）</legend>
            {mondayFirst.map((day) => (
              <Checkbox
                key={day}
                inline
                label={weekdays[day] ?? ''}
                aria-label={`星期${weekdays[day]}`}
                checked={days.includes(day)}
                onChange={() => toggle(day)}
              />
            ))}
          </fieldset>
        </>
      )}
    </FieldLine>
  )
}
