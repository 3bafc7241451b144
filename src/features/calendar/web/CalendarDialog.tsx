// The business calendar: a year's holidays and make-up workdays, and notes on its days.
import { Button, SegmentedControl } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { useCalendar } from '#web/calendar/useCalendar.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import './calendar.css'
import { businessToday } from '#web/shell/businessDay.ts'
import { dropDrafts, useDrafts } from './drafts.ts'
import { NotesPane } from './NotesPane.tsx'
import { YearPane } from './YearPane.tsx'

const firstYear = 1970
const lastYear = 2100

type Pane = 'days' | 'notes'

export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const [year, setYear] = useState(() => Number(businessToday().slice(0, 4)))
  const [pane, setPane] = useState<Pane>('days')
  const [leaving, setLeaving] = useState(false)
  const calendar = useCalendar(year, year)
  const edited = useDrafts(({ drafts }) => Object.keys(drafts).join('、'))
  useEffect(() => dropDrafts, [])
  const shown = calendar?.years.find((one) => one.year === year)
  const step = (by: number) => setYear(Math.min(lastYear, Math.max(firstYear, year + by)))
  return (
    <TitledDialog
      title="节假日与日期注记"
      className="calendar-dialog"
      onClose={() => (edited === '' ? onClose() : setLeaving(true))}
    >
      <div className="calendar-bar">
        <Button
          variant="minimal"
          icon={<ChevronLeft />}
          aria-label="上一年"
          disabled={year <= firstYear}
          onClick={() => step(-1)}
        />
        <strong className="calendar-year" aria-live="polite">
          {year} 年
        </strong>
        <Button
          variant="minimal"
          icon={<ChevronRight />}
          aria-label="下一年"
          disabled={year >= lastYear}
          onClick={() => step(1)}
        />
        <SegmentedControl
          size="small"
          value={pane}
          onValueChange={(value) => setPane(value as Pane)}
          options={[
            { label: '放假安排', value: 'days' },
            { label: '日期注记', value: 'notes' },
          ]}
        />
        {shown && <span className="calendar-source">{sourceTexts[shown.source]}</span>}
      </div>
      {!calendar || !shown ? (
        <p className="calendar-wait">正在读取日历…</p>
      ) : pane === 'days' ? (
        <YearPane key={year} saved={shown} onYear={step} onDone={onClose} />
      ) : (
        <NotesPane key={year} year={year} notes={calendar.notes} />
      )}
      {leaving && (
        <ConfirmDialog confirm="放弃改动" onClose={() => setLeaving(false)} onConfirm={onClose}>
          {edited} 年的改动还没有保存，要放弃吗？
        </ConfirmDialog>
      )}
    </TitledDialog>
  )
}

const sourceTexts = {
  shipped: '内置：国务院公布的安排',
  edited: '已在此编辑',
  unknown: '尚无安排',
} as const
