// Options of a report of activity: what it shows, over which numbers of days.
import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import {
  type ActivityShow,
  activityOf,
  activityShows,
  lastWindow,
  mostWindows,
  showTitles,
  takesOneWindow,
  usualWindows,
} from '#semantic/model/activity.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { changeDraft } from './actions.ts'
import { Numbers, rises } from './Numbers.tsx'

const helps: Readonly<Record<ActivityShow, string>> = {
  rolling: '到每一天为止的近几天，如 7（WAU）、30（MAU）',
  lifecycle: '几天没来算流失，如 7',
  flow: '几天没来算流失，如 7',
  days: '到最后一天为止的近几天里，每人活跃了几天',
}

export function ActivityOptions({ info }: { info: ReportInfo }) {
  const { show, windows } = activityOf(info)
  return (
    <>
      <FormGroup label="看什么" labelFor="editor-activity-show">
        <HTMLSelect
          id="editor-activity-show"
          fill
          value={show}
          onChange={(event) => {
            const next = event.currentTarget.value as ActivityShow
            changeDraft({ activity: { show: next, windows: [...usualWindows[next]] } })
          }}
          options={activityShows.map((value) => ({ value, label: showTitles[value] }))}
        />
      </FormGroup>
      <Numbers
        key={show}
        id="editor-activity"
        label="天数"
        help={helps[show]}
        numbers={windows}
        check={(days) => problemOf(days, show)}
        onNumbers={(days) => changeDraft({ activity: { show, windows: days } })}
      />
    </>
  )
}

function problemOf(days: readonly number[], show: ActivityShow): string {
  const most = takesOneWindow(show) ? 1 : mostWindows
  if (days.length === 0 || days.length > most)
    return most === 1 ? '请写 1 个天数' : `请写 1 到 ${most} 个天数`
  if (days.some((day) => !Number.isInteger(day) || day < 1 || day > lastWindow))
    return `天数是 1 到 ${lastWindow} 的整数`
  return rises(days) ? '' : '天数要从小到大，不能重复'
}
