// Which figure of the players' activity is watched, where the point counts players: the point itself, the players of the
// last days up to each day, their quotient, or those in a state.
import { HTMLSelect, NumericInput } from '@blueprintjs/core'
import {
  type ActivityFigure,
  activityFigures,
  figureTitles,
  isWindow,
} from '#semantic/model/activityFigures.ts'
import type { AlarmOptions, AlarmRule } from '#features/alarm/contract.ts'
import { change } from './actions.ts'
import { FieldLine } from './Part.tsx'

export function ActivityLine({ rule, options }: { rule: AlarmRule; options: AlarmOptions }) {
  const { activity, points, grain } = rule.watch
  const [id, ...others] = points
  const isOfPlayers = options.points.find((one) => one.id === id)?.people ?? false
  const fits = isOfPlayers && others.length === 0 && grain === 'day'
  if (!fits && !activity) return null
  const set = (next: AlarmRule['watch']['activity']) => {
    const { activity: _, ...watch } = rule.watch
    change({ watch: { ...watch, ...(next && { activity: next }) } }, ['activity', 'points', 'grain'])
  }
  return (
    <FieldLine
      name="activity"
      label="看"
      id="alarm-activity"
      help={activity ? '到每一天为止的数；按天判断' : undefined}
    >
      <HTMLSelect
        id="alarm-activity"
        value={activity?.figure ?? ''}
        onChange={(event) => {
          const figure = event.currentTarget.value as ActivityFigure | ''
          set(figure === '' ? undefined : { figure, days: activity?.days ?? usualDays(figure) })
        }}
        options={[
          { value: '', label: '指标本身' },
          ...activityFigures.map((value) => ({ value, label: figureTitles[value] })),
        ]}
      />
      {activity && (
        <>
          <NumericInput
            size="small"
            min={1}
            max={365}
            clampValueOnBlur
            aria-label="几天"
            value={activity.days}
            onValueChange={(days) => isWindow(days) && set({ ...activity, days })}
          />
          <span>天</span>
        </>
      )}
    </FieldLine>
  )
}

const usualDays = (figure: ActivityFigure): number => (figure === 'rolling' || figure === 'sticky' ? 30 : 7)
