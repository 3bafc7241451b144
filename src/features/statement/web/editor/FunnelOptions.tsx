// A funnel's window: calendar days, or from the first step's moment, and then in which order and how often it counts.
import { Checkbox, FormGroup, HTMLSelect, NumericInput } from '@blueprintjs/core'
import { useState } from 'react'
import {
  type Funnel,
  funnelOf,
  funnelProblem,
  longestWindow,
  usualWindowDays,
  type WindowUnit,
  windowUnits,
  windowUnitTitles,
} from '#semantic/model/funnels.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { changeDraft } from './actions.ts'
import { useEditor } from './store.ts'

const usualCount: Record<WindowUnit, number> = { minute: 30, hour: 24, day: 7 }

export function FunnelOptions({ info }: { info: ReportInfo }) {
  const funnel = funnelOf(info)
  const { within } = funnel
  const set = (next: Funnel) => {
    if (funnelProblem(next) === '') changeDraft({ funnel: next })
  }
  return (
    <>
      <FormGroup
        label="期限从哪里算起"
        labelFor="editor-funnel-unit"
        helperText={
          within ? '第一步的每一行从它的时刻起开一个期限，各步都要有时间' : '从第一步那天算起，按业务日'
        }
      >
        <HTMLSelect
          id="editor-funnel-unit"
          fill
          value={within?.unit ?? ''}
          onChange={(event) => {
            const unit = windowUnits.find((one) => one === event.currentTarget.value)
            if (!unit) set({ windowDays: usualWindowDays })
            else set({ ...(within ? funnel : {}), within: { count: usualCount[unit], unit } })
          }}
          options={[
            { value: '', label: '第一步那天，按天' },
            ...windowUnits.map((value) => ({ value, label: `第一步的时刻，按${windowUnitTitles[value]}` })),
          ]}
        />
      </FormGroup>
      <CountField key={within?.unit ?? ''} funnel={funnel} onFunnel={set} />
      {within && <MomentOptions funnel={funnel} onFunnel={set} />}
    </>
  )
}

interface FieldProps {
  funnel: Funnel
  onFunnel: (funnel: Funnel) => void
}

function CountField({ funnel, onFunnel }: FieldProps) {
  const { within, windowDays = usualWindowDays } = funnel
  const unit = within?.unit ?? 'day'
  // What is typed stays while it is no number yet.
  const [text, setText] = useState(String(within?.count ?? windowDays))
  const [least, most] = within ? [1, longestWindow[unit]] : [0, 365]
  return (
    <FormGroup
      label={`转化期限（${windowUnitTitles[unit]}）`}
      labelFor="editor-funnel"
      helperText={within ? `期限内做到的才算，1 到 ${most}` : '从第一步那天算起，期限内做到的才算；0 是当天'}
    >
      <NumericInput
        id="editor-funnel"
        size="small"
        min={least}
        max={most}
        clampValueOnBlur
        value={text}
        onValueChange={(count, typed) => {
          setText(typed)
          if (typed.trim() === '' || !Number.isInteger(count) || count < least || count > most) return
          onFunnel(within ? { ...funnel, within: { ...within, count } } : { windowDays: count })
        }}
      />
    </FormGroup>
  )
}

/** Without what is off, so that a definition says only what is asked. */
const without = ({ strictly, each, same, times, ...rest }: Funnel): Funnel => ({
  ...rest,
  ...(strictly && { strictly }),
  ...(each && { each }),
  ...(same !== undefined && { same }),
  ...(times && { times }),
})

function MomentOptions({ funnel, onFunnel }: FieldProps) {
  const params = useEditor((state) => state.params)
  const change = (patch: Partial<Funnel>) => onFunnel(without({ ...funnel, ...patch }))
  const offered = (params?.dimensions ?? []).filter(({ types }) => types !== 'date' && types !== 'time')
  return (
    <>
      <Checkbox
        label="紧接着做，中间没有漏斗里别的步骤"
        checked={funnel.strictly ?? false}
        onChange={(event) => change({ strictly: event.currentTarget.checked })}
      />
      <Checkbox
        label="每次都算，不按人合并"
        checked={funnel.each ?? false}
        onChange={(event) => change({ each: event.currentTarget.checked })}
      />
      <Checkbox
        label="显示每一步的用时（中位数、90 分位）"
        checked={funnel.times ?? false}
        onChange={(event) => change({ times: event.currentTarget.checked })}
      />
      <FormGroup
        label="各步的同一属性"
        labelFor="editor-funnel-same"
        helperText="例如同一区服、同一订单：各步的值相同才算"
      >
        <HTMLSelect
          id="editor-funnel-same"
          fill
          value={funnel.same ?? ''}
          onChange={(event) => {
            const id = Number(event.currentTarget.value)
            const { same: _, ...rest } = funnel
            onFunnel(without(id ? { ...rest, same: id } : rest))
          }}
          options={[
            { value: '', label: '不要求' },
            ...offered.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </FormGroup>
    </>
  )
}
