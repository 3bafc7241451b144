// A day and a time of it.
import { useEffect, useState } from 'react'
import { DayField } from './DayField.tsx'
import { TimeField } from './TimeField.tsx'

interface Props {
  /** YYYY-MM-DDTHH:MM; empty for none. */
  value: string
  onChange: (moment: string) => void
  id?: string | undefined
  label: string
  autoFocus?: boolean
}

const partsOf = (moment: string) => ({ day: moment.slice(0, 10), time: moment.slice(11, 16) })

export function MomentField({ value, onChange, id, label, autoFocus = false }: Props) {
  /** One part may still be missing. */
  const [parts, setParts] = useState(partsOf(value))
  useEffect(() => {
    if (value !== '') setParts(partsOf(value))
  }, [value])
  const change = (next: Partial<typeof parts>) => {
    const { day, time } = { ...parts, ...next }
    setParts({ day, time })
    onChange(day !== '' && time !== '' ? `${day}T${time}` : '')
  }
  return (
    <span className="moment-field">
      <DayField
        id={id}
        label={label}
        value={parts.day}
        autoFocus={autoFocus}
        onChange={(day) => change({ day })}
      />
      <TimeField label={`${label}：几点`} value={parts.time} onChange={(time) => change({ time })} />
    </span>
  )
}
