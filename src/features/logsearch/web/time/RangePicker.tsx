// The searched time range: typed, or a named one.
import { Button, InputGroup, Menu, MenuItem } from '@blueprintjs/core'
import { Calendar, ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { isRead } from '#shared/days/readDays.ts'
import { useFestivals } from '#web/calendar/useFestivals.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { moveRange, setRange } from '../actions.ts'
import { useLogs } from '../store.ts'
import { shortMoment } from './moments.ts'
import { boundsOf, boundsText, type LogRange, presets, rangeText, sameRange, writeRange } from './range.ts'
import { typedLogRange, waysToWrite } from './typedRange.ts'

export function RangePicker() {
  const range = useLogs(({ address }) => address.range)
  const isOpen = useLogs(({ picker }) => picker === 'range')
  const open = (next: boolean) => useLogs.setState({ picker: next ? 'range' : null })
  return (
    <span className="log-time">
      <CommandTip command="logs.earlier" title="向前移一段">
        <Button icon={<ChevronLeft size={14} />} aria-label="时间向前移一段" onClick={() => moveRange(-1)} />
      </CommandTip>
      <FilterButton
        label=""
        value={rangeText(range)}
        valueText={rangeText(range)}
        name="时间"
        icon={<Calendar size={14} />}
        isOpen={isOpen}
        onOpen={open}
        title={boundsText(boundsOf(range))}
      >
        <RangePanel
          range={range}
          onChange={(next) => {
            open(false)
            setRange(next)
          }}
        />
      </FilterButton>
      <CommandTip command="logs.later" title="向后移一段">
        <Button icon={<ChevronRight size={14} />} aria-label="时间向后移一段" onClick={() => moveRange(1)} />
      </CommandTip>
    </span>
  )
}

function RangePanel({ range, onChange }: { range: LogRange; onChange: (range: LogRange) => void }) {
  const [typed, setTyped] = useState(() => editableText(range))
  const [isTouched, setTouched] = useState(false)
  useFestivals(true)
  const noteId = useId()
  const meant = typedLogRange(typed)
  // An impossible time is reported at once; an unparsed one may be incomplete.
  const isWrong = !isRead(meant) && (meant.isDays || isTouched)
  return (
    <div className="log-range">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isRead(meant)) onChange(meant)
          else setTouched(true)
        }}
      >
        <InputGroup
          aria-label="时间范围"
          placeholder="30m、今天、11-20 10:00..11:30"
          value={typed}
          spellCheck={false}
          intent={isWrong ? 'danger' : 'none'}
          aria-invalid={isWrong}
          aria-describedby={noteId}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setTouched(false)
          }}
        />
      </form>
      <p id={noteId} className={isWrong ? 'log-range-note log-range-wrong' : 'log-range-note'} role="status">
        {isRead(meant) ? `= ${boundsText(boundsOf(meant))}，回车确定` : isWrong ? meant.problem : waysToWrite}
      </p>
      <Presets range={range} onChange={onChange} />
    </div>
  )
}

function Presets({ range, onChange }: { range: LogRange; onChange: (range: LogRange) => void }) {
  return (
    <Menu className="log-presets">
      {presets.map((preset) => (
        <MenuItem
          key={writeRange(preset)}
          text={rangeText(preset)}
          active={sameRange(preset, range)}
          shouldDismissPopover={false}
          onClick={() => onChange(preset)}
        />
      ))}
    </Menu>
  )
}

/** Both ends as text, for editing one of them. */
function editableText(range: LogRange): string {
  if (!('from' in range)) return rangeText(range).replace(/^近 /, '')
  return `${shortMoment(range.from)}..${shortMoment(range.to)}`
}
