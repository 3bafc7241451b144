// @vitest-environment jsdom
// Parsing a typed time of day, and the field for it.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { readTime } from '#shared/days/readTime.ts'
import { TimeField } from '#web/ui/day/TimeField.tsx'

it.each([
  ['09:30', '09:30'],
  ['9', '09:00'],
  ['930', '09:30'],
  ['2130', '21:30'],
  ['９：３０', '09:30'],
  ['9点半', '09:30'],
  ['9点5分', '09:05'],
  ['下午3点', '15:00'],
  ['中午12点', '12:00'],
  ['0:00', '00:00'],
  ['24:00', null],
  ['9:75', null],
  ['九点', null],
  ['', null],
])('「%s」 is %s on the clock of 24 hours', (typed, time) => expect(readTime(typed)).toBe(time))

describe('the field for a time', () => {
  afterEach(cleanup)

  function show(initial: string) {
    const taken: string[] = []
    function Shown() {
      const [time, setTime] = useState(initial)
      const take = (next: string) => {
        taken.push(next)
        setTime(next)
      }
      return <TimeField label="时间" value={time} onChange={take} />
    }
    render(<Shown />)
    return { taken, input: screen.getByLabelText<HTMLInputElement>('时间') }
  }

  it('shows 24 hours in every browser, and reads what is typed when typing ends', () => {
    const { taken, input } = show('21:05')
    expect([input.type, input.value]).toEqual(['text', '21:05'])
    fireEvent.change(input, { target: { value: '930' } })
    expect(taken).toEqual([])
    fireEvent.blur(input)
    expect([taken, input.value]).toEqual([['09:30'], '09:30'])
    fireEvent.keyDown(input, { key: 'ArrowDown' })
    expect(input.value).toBe('09:00')
  })

  it('keeps what it can’t read, and says so', () => {
    const { taken, input } = show('21:05')
    fireEvent.change(input, { target: { value: '9:75' } })
    fireEvent.blur(input)
    expect([input.value, input.getAttribute('aria-invalid'), taken]).toEqual(['9:75', 'true', []])
  })
})
