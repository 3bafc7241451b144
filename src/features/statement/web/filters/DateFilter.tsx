// The report's date range: presets beside the field; all presets and a calendar in its popup.
import { Button, ButtonGroup, Menu, MenuItem } from '@blueprintjs/core'
import { Calendar } from '@blueprintjs/icons'
import { lazy, Suspense, useEffect } from 'react'
import type { DateRange, ReportInfo } from '#semantic/model/types.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { readRanges } from '#web/shell/palette/arguments.ts'
import { daysShown } from '#web/ui/day/rangeWords.ts'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { businessToday, daysOf, joinedPresets, presets, rangeText, relativeTitles } from '../dates/days.ts'
import { change } from '../report/follow.ts'
import { presentInfo, useReport } from '../report/store.ts'
import { noDaysText } from './filters.ts'
import './filters.css'

const RangeCalendar = lazy(async () => ({ default: (await import('./RangeCalendar.tsx')).RangeCalendar }))

const relativeOf = (range: DateRange | undefined) =>
  range && 'relative' in range ? range.relative : undefined

interface Props {
  range: DateRange | undefined
  /** Why no days can be chosen. */
  refused: string
}

export function DateFilter({ range, refused }: Props) {
  const isAll = !range || relativeOf(range) === 'all'
  return refused ? <NoDays reason={refused} isAll={isAll} /> : <Days range={range} />
}

/** All days, without comparison. */
const withoutDays = (): Partial<ReportInfo> => ({
  dateRange: { relative: 'all' },
  ...(presentInfo()?.compare !== 'filters' && { compare: undefined }),
})

/** Impossible days are cleared by the user who reads the reason here. */
function NoDays({ reason, isAll }: { reason: string; isAll: boolean }) {
  return (
    <span className="date-filter date-none" title={reason}>
      {isAll ? (
        <span className="filter-label">{noDaysText}</span>
      ) : (
        <Button
          icon={<Calendar size={14} />}
          text={`${noDaysText}，改为全部`}
          onClick={() => change(withoutDays())}
        />
      )}
    </span>
  )
}

function Days({ range }: { range: DateRange | undefined }) {
  const isOpen = useReport(({ picker }) => picker === 'date')
  const open = (next: boolean) => useReport.setState({ picker: next ? 'date' : null })
  const today = businessToday()
  // `t` asks for days in the palette, whose parser is loaded in advance.
  useEffect(() => void readRanges().catch(() => {}), [])
  const relative = relativeOf(range)
  const set = (dateRange: DateRange, close = true) => {
    change({ dateRange })
    if (close) open(false)
  }
  const named =
    relative && !joinedPresets.includes(relative) && relative !== 'all' ? relativeTitles[relative] : ''
  return (
    <div className="date-filter">
      <FilterButton
        label={named}
        value={<RangeText text={rangeText(range, today)} />}
        valueText={`${named} ${rangeText(range, today)}`.trim()}
        name="日期范围"
        icon={<Calendar size={14} />}
        isOpen={isOpen}
        onOpen={open}
        title="日期范围"
        className="date-field"
      >
        <div className="date-panel">
          <Menu className="date-presets">
            {presets.map((preset) => (
              <MenuItem
                key={preset}
                text={relativeTitles[preset]}
                labelElement={
                  <span className="date-preset-days">{daysShown({ relative: preset }, today)}</span>
                }
                active={preset === relative}
                shouldDismissPopover={false}
                onClick={() => set({ relative: preset })}
              />
            ))}
          </Menu>
          <Suspense fallback={<Skeleton lines={7} />}>
            <RangeCalendar
              days={range ? daysOf(range, today) : null}
              today={today}
              onChange={(days) => set(days)}
            />
          </Suspense>
        </div>
      </FilterButton>
      <ButtonGroup className="date-joined">
        {joinedPresets.map((preset) => (
          <Button
            key={preset}
            text={relativeTitles[preset]}
            title={daysShown({ relative: preset }, today)}
            active={preset === relative}
            aria-pressed={preset === relative}
            onClick={() => set({ relative: preset })}
          />
        ))}
      </ButtonGroup>
    </div>
  )
}

/** In a crowded bar, a year shared by both dates is shown once. */
function RangeText({ text }: { text: string }) {
  const [from = '', to] = text.split(' – ')
  if (to === undefined || from.slice(0, 5) !== to.slice(0, 5)) return text
  return (
    <>
      {from} – <span className="date-same-year">{to.slice(0, 5)}</span>
      {to.slice(5)}
    </>
  )
}
