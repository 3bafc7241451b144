// The draft's days and grain: a named range is chosen by typing, other days as from … to.
import { Button, SegmentedControl } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { grainTitles } from '#semantic/model/shown/periods.ts'
import type { Grain, RelativeRange, ReportInfo } from '#semantic/model/types.ts'
import { PickList } from '#web/pick/PickList.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { DayField } from '#web/ui/day/DayField.tsx'
import { daysShown } from '#web/ui/day/rangeWords.ts'
import { businessToday, daysOf, isDay, presets, relativeTitles } from '../dates/days.ts'
import { datesRefused, noDaysText } from '../filters/filters.ts'
import { grainsOf } from '../filters/GrainControl.tsx'
import { changeDraft } from './actions.ts'
import { useEditor } from './store.ts'

interface DaysFieldsProps {
  label: string
  days: { from: string; to: string } | null
  onDays: (days: { from: string; to: string }) => void
}

/** Two dates, applied together when both are valid. */
export function DaysFields({ label, days, onDays }: DaysFieldsProps) {
  const [from, setFrom] = useState(days?.from ?? '')
  const [to, setTo] = useState(days?.to ?? '')
  const isRight = isDay(from) && isDay(to) && from <= to
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) onDays({ from, to })
  }
  return (
    <form className="editor-days" onSubmit={submit}>
      <DayField label={`${label}从`} value={from} onChange={setFrom} />
      <span>至</span>
      <DayField label={`${label}到`} value={to} onChange={setTo} />
      <Button type="submit" size="small" text="用" disabled={!isRight} />
      {from && to && !isRight && <p className="editor-problem">开始日期不能晚于结束日期</p>}
    </form>
  )
}

/** Impossible days are cleared by the user who reads the reason here. */
function NoDays({ reason, isAll }: { reason: string; isAll: boolean }) {
  return (
    <div className="editor-no-days">
      <p>{isAll ? `${noDaysText}：${reason}` : noDaysText}</p>
      {!isAll && (
        <Button
          size="small"
          text="改为全部"
          onClick={() => {
            const compare = useEditor.getState().draft?.info.compare
            changeDraft({
              dateRange: { relative: 'all' },
              ...(compare !== 'filters' && { compare: undefined }),
            } as Partial<ReportInfo>)
          }}
        />
      )}
    </div>
  )
}

export function DaysSection() {
  const info = useEditor((state) => state.draft?.info)
  const params = useEditor((state) => state.params)
  if (!info) return null
  const range = info.dateRange
  const relative = range && 'relative' in range ? range.relative : undefined
  const refused = datesRefused(params?.dimensions ?? [])
  if (refused) return <NoDays reason={refused} isAll={!range || relative === 'all'} />
  const offered = grainsOf(info.dims, params?.dimensions ?? [])
  const items = presets.map(
    (preset): PickItem => ({
      key: preset,
      title: relativeTitles[preset],
      pinyin: '',
      detail: daysShown({ relative: preset }),
      checked: preset === relative,
    }),
  )
  return (
    <>
      <DaysFields
        key={JSON.stringify(range)}
        label="日期"
        days={range ? daysOf(range, businessToday()) : null}
        onDays={(dateRange) => changeDraft({ dateRange })}
      />
      <PickList
        items={items}
        label="近 7 天、上周、本月"
        onPick={({ key }) => changeDraft({ dateRange: { relative: key as RelativeRange } })}
      />
      {offered.length > 1 && (
        <SegmentedControl
          className="editor-grain"
          aria-label="粒度"
          size="small"
          options={offered.map((value) => ({ value, label: grainTitles[value] }))}
          value={info.grain ?? 'day'}
          onValueChange={(grain) => changeDraft({ grain: grain as Grain })}
        />
      )}
    </>
  )
}
