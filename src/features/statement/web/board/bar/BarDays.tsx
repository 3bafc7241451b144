// The days of a board; without any each report keeps its own.
import { Button, ButtonGroup, Menu, MenuItem } from '@blueprintjs/core'
import { Calendar } from '@blueprintjs/icons'
import { lazy, Suspense, useEffect } from 'react'
import type { DateRange } from '#semantic/model/types.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { readRanges } from '#web/shell/palette/arguments.ts'
import { daysShown } from '#web/ui/day/rangeWords.ts'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import {
  businessToday,
  daysOf,
  joinedPresets,
  presets,
  rangeText,
  relativeTitles,
} from '#features/statement/web/dates/days.ts'
import { changeBar } from '../loading.ts'
import { useBoard } from '../store.ts'

const RangeCalendar = lazy(async () => ({
  default: (await import('#features/statement/web/filters/RangeCalendar.tsx')).RangeCalendar,
}))

const ownDays = '各报表自己的日期'

export function BarDays() {
  const range = useBoard(({ bar }) => bar.dateRange)
  const isOpen = useBoard(({ picker }) => picker === 'date')
  const open = (next: boolean) => useBoard.setState({ picker: next ? 'date' : null })
  const today = businessToday()
  useEffect(() => void readRanges().catch(() => {}), [])
  const relative = range && 'relative' in range ? range.relative : undefined
  const set = (dateRange: DateRange | undefined) => {
    changeBar({ dateRange })
    open(false)
  }
  const text = range ? rangeText(range, today) : ownDays
  return (
    <div className="date-filter">
      <FilterButton
        label=""
        value={text}
        valueText={text}
        name="日期范围"
        icon={<Calendar size={14} />}
        isOpen={isOpen}
        onOpen={open}
        title="日期范围"
        className="date-field"
      >
        <div className="date-panel">
          <Menu className="date-presets">
            <MenuItem
              text={ownDays}
              active={range === undefined}
              shouldDismissPopover={false}
              onClick={() => set(undefined)}
            />
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
            <RangeCalendar days={range ? daysOf(range, today) : null} today={today} onChange={set} />
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
            onClick={() => set(preset === relative ? undefined : { relative: preset })}
          />
        ))}
      </ButtonGroup>
    </div>
  )
}
