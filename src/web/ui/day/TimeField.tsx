// A field for a time of day on the 24-hour clock. The browser's own field follows the browser's language, so that some
// would type AM and PM. ↑ and ↓ move by half an hour.
import { type KeyboardEvent, useEffect, useState } from 'react'
import { readTime, shiftTime } from '#shared/days/readTime.ts'
import './dayField.css'

interface Props {
  /** HH:MM; empty for none. */
  value: string
  onChange: (time: string) => void
  id?: string | undefined
  label: string
}

const step = 30
const problemText = '请输入时间，如 09:30'

export function TimeField({ value, onChange, id, label }: Props) {
  /** The typed text; null while the field shows the value. */
  const [typed, setTyped] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value from outside replaces the typed text.
  useEffect(() => setTyped(null), [value])
  const meant = typed === null ? value : typed.trim() === '' ? '' : readTime(typed)
  const isWrong = meant === null
  const take = (time: string) => {
    setTyped(null)
    if (time !== value) onChange(time)
  }
  const commit = () => {
    if (typed !== null && meant !== null) take(meant)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      take(meant ? shiftTime(meant, event.key === 'ArrowUp' ? step : -step) : '00:00')
    } else if (event.key === 'Enter') commit()
  }
  return (
    <input
      id={id}
      className={`bp6-input time-field ${isWrong ? 'bp6-intent-danger' : ''}`}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      aria-invalid={isWrong}
      placeholder="时:分"
      title={isWrong ? problemText : undefined}
      value={typed ?? value}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={handleKey}
      onBlur={commit}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value
        // Whole times are reported while typing; other notations when typing ends.
        if (/^\d{2}:\d{2}$/.test(text) && readTime(text) !== null) take(text)
        else setTyped(text)
      }}
    />
  )
}
