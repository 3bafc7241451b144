// A year's twelve months, edited by mouse or keys by holders of search_config.
import { Button, Callout, DialogFooter, InputGroup, SegmentedControl } from '@blueprintjs/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isWeekend, weekdayOf } from '#shared/day.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { holds } from '#web/shell/session.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import type { CalendarDay, CalendarYear } from '../contract.ts'
import { markDay, nameDay, restoreShipped, saveDrafts, useDrafts } from './drafts.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { movedDay } from './moving.ts'

interface Props {
  saved: CalendarYear
  onYear: (by: number) => void
  onDone: () => void
}

export function YearPane({ saved, onYear, onDone }: Props) {
  const { year } = saved
  const editable = holds('search_config')
  const draft = useDrafts(({ drafts }) => drafts[year])
  const edited = useDrafts(({ drafts }) => Object.keys(drafts).length)
  const { saving, failure } = useDrafts()
  const days = draft ?? saved.days
  const marks = useMemo(() => new Map(days.map((one) => [one.day, one])), [days])
  const today = businessToday()
  const [cursor, setCursor] = useState(today.startsWith(`${year}-`) ? today : `${year}-01-01`)
  const grid = useRef<HTMLDivElement>(null)
  // The days' keys work at once; a button that changed the year keeps the focus.
  useEffect(() => {
    if (!document.activeElement?.matches('button, input, a'))
      grid.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
  }, [])
  const onKey = (event: React.KeyboardEvent) => {
    const moved = movedDay(cursor, event.key)
    if (moved !== null) {
      event.preventDefault()
      if (moved.startsWith(`${year}-`)) focusDay(moved, setCursor)
      else onYear(moved > cursor ? 1 : -1)
      return
    }
    const kind = kindKeys[event.key.toLowerCase()]
    if (kind === undefined || !editable || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (kind !== 'work' || isWeekend(cursor)) markDay(saved, cursor, kind)
  }
  return (
    <>
      <div className="calendar-body">
        {saved.source === 'unknown' && <UnknownYear year={year} editable={editable} />}
        {/* biome-ignore lint/a11y/useSemanticElements: twelve tables are one grid for the keys. */}
        <div
          className="calendar-months"
          role="grid"
          aria-label={`${year} 年`}
          tabIndex={-1}
          ref={grid}
          onKeyDown={onKey}
        >
          {Array.from({ length: 12 }, (_, month) => (
            <MonthGrid
              // biome-ignore lint/suspicious/noArrayIndexKey: months are their numbers.
              key={month}
              year={year}
              month={month}
              marks={marks}
              cursor={cursor}
              today={today}
              springFestival={saved.springFestival}
              onPick={(day) => {
                setCursor(day)
                if (editable && day === cursor) press(saved, marks, day)
              }}
              onPress={(day) => editable && press(saved, marks, day)}
            />
          ))}
        </div>
      </div>
      <DayBar saved={saved} day={cursor} mark={marks.get(cursor)} editable={editable} />
      {failure && (
        <div className="calendar-failure">
          <FailureLine what={`${failure.year} 年保存失败`} failure={failure.reason} />
        </div>
      )}
      <DialogFooter
        actions={
          editable ? (
            <>
              {saved.source === 'edited' && !draft && (
                <Button text="恢复内置" onClick={() => void restoreShipped(saved)} />
              )}
              <Button text="关闭" onClick={onDone} disabled={edited > 0} />
              <Button
                intent="primary"
                text={edited > 1 ? `保存 ${edited} 年` : '保存'}
                disabled={edited === 0}
                loading={saving}
                onClick={() => void saveDrafts()}
              />
            </>
          ) : (
            <Button text="关闭" onClick={onDone} />
          )
        }
      >
        {editable && (
          <span className="calendar-keys">
            <Kbd keys="r" /> 休 <Kbd keys="w" /> 班 <Kbd keys="delete" /> 清除 <Kbd keys="pageup" />
            <Kbd keys="pagedown" /> 换月
          </span>
        )}
      </DialogFooter>
    </>
  )
}

const kindKeys: Record<string, 'rest' | 'work' | null> = {
  r: 'rest',
  w: 'work',
  delete: null,
  backspace: null,
}

function press(saved: CalendarYear, marks: ReadonlyMap<string, CalendarDay>, day: string): void {
  const now = marks.get(day)?.kind ?? null
  markDay(saved, day, now === null ? 'rest' : now === 'rest' && isWeekend(day) ? 'work' : null)
}

function focusDay(day: string, setCursor: (day: string) => void): void {
  setCursor(day)
  document.querySelector<HTMLElement>(`.calendar-months [data-day="${day}"]`)?.focus()
}

function UnknownYear({ year, editable }: { year: number; editable: boolean }) {
  return (
    <Callout compact intent="warning" icon={null} className="calendar-unknown">
      没有 {year} 年的放假安排，报表里只按周末标记。
      {editable ? '安排公布后，可在下面标出休息日和调休上班日。' : '安排公布后，请报表配置人员在这里录入。'}
    </Callout>
  )
}

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

interface DayBarProps {
  saved: CalendarYear
  day: string
  mark: CalendarDay | undefined
  editable: boolean
}

function DayBar({ saved, day, mark, editable }: DayBarProps) {
  const weekday = weekdays[weekdayOf(day)]
  const kinds = [
    { label: '不标', value: '' },
    { label: '休', value: 'rest' },
    { label: '班', value: 'work', disabled: !isWeekend(day) },
  ]
  return (
    <div className="calendar-day">
      <span>
        {day} <span className="calendar-muted">{weekday}</span>
        {saved.springFestival === day && <span className="calendar-muted"> 春节</span>}
      </span>
      {editable ? (
        <>
          <SegmentedControl
            size="small"
            value={mark?.kind ?? ''}
            options={kinds}
            onValueChange={(value) => markDay(saved, day, value === '' ? null : (value as 'rest' | 'work'))}
          />
          <InputGroup
            small
            aria-label="名称"
            placeholder={mark ? '名称，如 国庆节' : '标为休或班后可命名'}
            disabled={!mark}
            maxLength={40}
            value={mark?.name ?? ''}
            onChange={(event) => nameDay(saved, day, event.currentTarget.value)}
          />
        </>
      ) : (
        <span className="calendar-muted">
          {mark ? `${mark.kind === 'rest' ? '休' : '班'} ${mark.name}` : isWeekend(day) ? '周末' : '工作日'}
        </span>
      )}
    </div>
  )
}
