// A field for one day, typed or chosen: accepts several notations, and works alike in every browser. ↑ and ↓ move by a
// day, Alt+↓ opens the calendar, where arrow keys move.
import { Calendar } from '@blueprintjs/icons'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { shiftDay } from '#shared/day.ts'
import { readDay } from '#shared/days/readDays.ts'
import { knownFestivals } from '#web/calendar/festivals.ts'
import { useFestivals } from '#web/calendar/useFestivals.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import './dayField.css'

const readCalendar = async () => (await import('./DayCalendar.tsx')).DayCalendar
type CalendarProps = Parameters<Awaited<ReturnType<typeof readCalendar>>>[0]

interface Props {
  /** YYYY-MM-DD; empty for none. */
  value: string
  onChange: (day: string) => void
  id?: string | undefined
  label?: string | undefined
  min?: string | undefined
  max?: string | undefined
  autoFocus?: boolean
  /** Without a calendar, because one already stands beside the field. */
  calendarless?: boolean
}

/** Complete dates are reported while typing; other notations only when typing ends. */
const isWhole = (text: string) => /^\d{4}-\d{2}-\d{2}$|^\d{8}$/.test(text.trim())

function problemOf(day: string, min = '', max = ''): string {
  if (day !== '' && min !== '' && day < min) return `不能早于 ${min}`
  return day !== '' && max !== '' && day > max ? `不能晚于 ${max}` : ''
}

export function DayField({ value, onChange, id, label, min, max, autoFocus, calendarless = false }: Props) {
  /** The typed text; null while the field shows the value. */
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState<'pointer' | 'keys' | null>(null)
  const box = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const today = businessToday()
  useFestivals(typed !== null)
  const read =
    typed === null || typed.trim() === '' ? null : readDay(typed, { today, festivalDays: knownFestivals() })
  const unread = read && 'problem' in read ? read.problem : ''
  const meant = unread ? null : typed === null ? value : read && 'day' in read ? read.day : ''
  const problem = unread || (typed === null ? '' : problemOf(meant ?? '', min, max))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value from outside replaces the typed text.
  useEffect(() => setTyped(null), [value])
  const take = (day: string) => {
    setTyped(null)
    if (day !== value) onChange(day)
  }
  const commit = () => {
    if (typed !== null && meant !== null && problem === '') take(meant)
  }
  const move = (by: number) => {
    const day = meant ? shiftDay(meant, by) : today
    if (problemOf(day, min, max) === '') take(day)
  }
  const close = () => {
    setOpen(null)
    input.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.altKey && event.key === 'ArrowDown' && !calendarless) setOpen('keys')
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowUp' ? 1 : -1)
    else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter') return commit()
    else return
    event.preventDefault()
  }
  const isRead = typed !== null && problem === '' && meant !== '' && meant !== typed.trim()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus leave its parts.
    <span
      className="day-field"
      ref={box}
      onBlur={({ relatedTarget }) => {
        if (box.current?.contains(relatedTarget as Node)) return
        commit()
        setOpen(null)
      }}
    >
      <input
        ref={input}
        id={id}
        className={`bp6-input ${problem && typed !== null ? 'bp6-intent-danger' : ''}`}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: where a popup is opened for this field
        autoFocus={autoFocus}
        aria-label={label}
        aria-invalid={problem !== ''}
        aria-describedby={isRead || problem ? hintId : undefined}
        placeholder="年-月-日"
        title={problem || undefined}
        value={typed ?? value}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={handleKey}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value
          setTyped(text)
          const now = isWhole(text) ? readDay(text, { today }) : null
          if (now && 'day' in now && problemOf(now.day, min, max) === '') onChange(now.day)
        }}
      />
      {!calendarless && (
        <button
          type="button"
          className="day-field-open"
          tabIndex={-1}
          aria-label={`${label ?? ''}日历`}
          title="打开日历（Alt+↓）"
          aria-expanded={open !== null}
          onPointerEnter={() => void readCalendar().catch(() => {})}
          onClick={() => setOpen(open ? null : 'pointer')}
        >
          <Calendar size={14} />
        </button>
      )}
      {(isRead || (problem && typed !== null)) && (
        <span id={hintId} className={`day-field-hint ${problem ? 'day-field-wrong' : ''}`} role="status">
          {problem || `= ${meant}`}
        </span>
      )}
      {open && (
        <Popup anchor={box} onClose={close}>
          <ReadCalendar
            day={meant ?? value}
            today={today}
            min={min}
            max={max}
            takesFocus={open === 'keys'}
            onChange={(day) => {
              take(day)
              close()
            }}
          />
        </Popup>
      )}
    </span>
  )
}

/** Loads the calendar on demand; if that fails, the day can still be typed. */
function ReadCalendar(props: CalendarProps) {
  const [read, setRead] = useState<{ Part: Awaited<ReturnType<typeof readCalendar>> } | 'failed' | null>(null)
  useEffect(() => {
    readCalendar().then(
      (Part) => setRead({ Part }),
      () => setRead('failed'),
    )
  }, [])
  if (read === 'failed') return <p className="day-popup-failed">日历读取失败，请直接输入日期</p>
  return read && <read.Part {...props} />
}

interface PopupProps {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  children: React.ReactNode
}

/** In the browser's top layer: no dialog or scrolling element clips it, and its parent still contains it. */
function Popup({ anchor, onClose, children }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = popup.current
    if (!shown) return
    shown.showPopover()
    const place = () => {
      const at = anchor.current?.getBoundingClientRect()
      if (!at) return
      const { width, height } = shown.getBoundingClientRect()
      const below = at.bottom + 4
      const fits = below + height <= window.innerHeight || at.top < height + 8
      shown.style.top = `${Math.max(4, fits ? below : at.top - height - 4)}px`
      shown.style.left = `${Math.max(4, Math.min(at.left, window.innerWidth - width - 4))}px`
    }
    place()
    // The calendar loads a moment later, and months differ in their number of weeks.
    const sizes = new ResizeObserver(place)
    sizes.observe(shown)
    const leave = (event: Event) => {
      if (!anchor.current?.contains(event.target as Node)) onClose()
    }
    window.addEventListener('resize', place)
    document.addEventListener('scroll', place, true)
    document.addEventListener('pointerdown', leave, true)
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', place)
      document.removeEventListener('scroll', place, true)
      document.removeEventListener('pointerdown', leave, true)
    }
  }, [anchor, onClose])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the calendar, not what surrounds the field.
    <div
      ref={popup}
      popover="manual"
      className="day-popup"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.preventDefault()
        onClose()
      }}
    >
      {children}
    </div>
  )
}
