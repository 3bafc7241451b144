// Narrows an embedded report to fewer of the shared days.
import { useState } from 'react'
import { DayField } from '#web/ui/day/DayField.tsx'
import { isDay } from '../dates/days.ts'
import type { EmbedState } from './useEmbed.ts'

export function EmbedDays({ embed: { address, figures, whole, change } }: { embed: EmbedState }) {
  const shown = figures?.table.range
  const bounds = whole?.table.range
  const [from, setFrom] = useState(shown?.from ?? '')
  const [to, setTo] = useState(shown?.to ?? '')
  const apply = (first: string, last: string) => {
    if (isDay(first) && isDay(last) && first <= last) change({ range: `${first}..${last}` })
  }
  return (
    <fieldset className="embed-days">
      <legend>日期</legend>
      <DayField
        label="开始日期"
        value={from || shown?.from || ''}
        min={bounds?.from}
        max={to || bounds?.to}
        onChange={(day) => {
          setFrom(day)
          apply(day, to || shown?.to || '')
        }}
      />
      <span>–</span>
      <DayField
        label="结束日期"
        value={to || shown?.to || ''}
        min={from || bounds?.from}
        max={bounds?.to}
        onChange={(day) => {
          setTo(day)
          apply(from || shown?.from || '', day)
        }}
      />
      {address.range !== null && (
        <button type="button" className="embed-plain" onClick={() => change({ range: null })}>
          全部
        </button>
      )}
    </fieldset>
  )
}
