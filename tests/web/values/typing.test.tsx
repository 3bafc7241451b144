// @vitest-environment jsdom
// Entering values into a field: by keys, one or several, quoted where they contain a comma, and by a pasted column.
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ReportFilter } from '#semantic/model/types.ts'
import { ValueChoice } from '#web/pick/ValueChoice.tsx'
import { listTyped, listWith } from '#web/pick/values/list.ts'
import { pastedValues, typedValues, writtenValue } from '#web/pick/values/typed.ts'
import { TextFilter } from '#features/statement/web/filters/TextFilter.tsx'
import { nastyTexts } from './values.ts'

afterEach(cleanup)

const texts = (typed: string) => typedValues(typed).map(({ text }) => text)

describe('what is typed', () => {
  it('stands apart by commas, semicolons and lines; quotes keep a value whole', () => {
    expect(texts('a，b、c,,d；e')).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(texts(' x ,"x,y", " z " ')).toEqual(['x', 'x,y', ' z '])
    expect(texts('"say ""hi""" , 5" disk')).toEqual(['say "hi"', '5" disk'])
    expect(texts('50%_\\')).toEqual(['50%_\\'])
  })

  it.each(nastyTexts.map((text) => [JSON.stringify(text), text]))(
    'is read back from how %s is written',
    (_, text) => {
      expect(texts(writtenValue(text))).toEqual([text])
    },
  )

  it('makes a list of numbers where all are numbers, and lets what is there be', () => {
    expect(listTyped('1, 2')).toEqual([1, 2])
    expect(listTyped('1, 1234567890123456789')).toEqual(['1', '1234567890123456789'])
    expect(listWith([1], ['x'])).toEqual([1, 'x'])
  })
})

describe('what is pasted', () => {
  it('is a value in each cell of a column or a row, and text where it is neither', () => {
    expect(pastedValues('a,b\r\nc d\r\n\r\n"e\nf"\r\n')?.map(({ text }) => text)).toEqual([
      'a,b',
      'c d',
      'e\nf',
    ])
    expect(pastedValues('a\tb')?.map(({ text }) => text)).toEqual(['a', 'b'])
    expect(pastedValues('one, two\n')).toBeNull()
  })
})

function condition(figures: boolean, filter: Pick<ReportFilter, 'op' | 'values'>) {
  const onChange = vi.fn()
  render(
    <TextFilter name="渠道" figures={figures} filter={filter} onChange={onChange} onDone={() => undefined} />,
  )
  return { user: userEvent.setup(), onChange, field: screen.getByLabelText('渠道的值') }
}

describe('a condition', () => {
  it('has the lines of a pasted column as its values, thousands of them too', async () => {
    const { user, onChange, field } = condition(false, { op: 'in', values: [null] })
    const column = Array.from({ length: 12_000 }, (_, at) => `player ${at}`)
    await user.click(field)
    await user.paste(column.join('\r\n'))
    expect(screen.getByText(/^共 12,001 个值/)).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(onChange.mock.lastCall).toEqual([{ op: 'in', values: [null, ...column] }])
  })

  it('takes what is typed by the Enter that is done with it, and the words for what is no text', async () => {
    const { user, onChange, field } = condition(false, { op: 'in', values: ['a'] })
    await user.type(field, 'b,–,(空文本),"–"{Enter}')
    expect(onChange.mock.lastCall).toEqual([{ op: 'in', values: ['a', 'b', null, '', '–'] }])
  })

  it('of figures takes figures alone, exact ones, and says which is none', async () => {
    const { user, onChange, field } = condition(true, { op: 'in', values: [] })
    await user.type(field, '1000，0{Enter}')
    expect(onChange.mock.lastCall).toEqual([{ op: 'in', values: [1000, 0] }])
    await user.type(field, '12345678901234567890，一{Enter}')
    expect(onChange).toHaveBeenCalledOnce()
    expect(screen.getByRole('alert').textContent).toBe('请填数字：「一」不是')
    await user.clear(field)
    await user.type(field, '2{Enter}')
    expect(onChange.mock.lastCall).toEqual([{ op: 'in', values: [1000, 0, '12345678901234567890', 2] }])
  })

  it('between two figures goes forwards only, and may leave an end open', async () => {
    const { user, onChange, field } = condition(true, { op: 'between', values: [] })
    await user.type(field, '5')
    await user.type(screen.getByLabelText('渠道的上限'), '1{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('请填两个数，前小后大')
    await user.clear(field)
    await user.keyboard('{Enter}')
    expect(onChange.mock.lastCall).toEqual([{ op: 'between', values: [null, 1] }])
  })
})

it('a list of values to tick takes a pasted column too: by names, and by themselves where they have none', async () => {
  const onChange = vi.fn()
  const offered = { options: [{ value: '1', label: '华为' }], more: false }
  render(
    <ValueChoice
      name="渠道"
      known={offered}
      read={async () => offered}
      single={false}
      blank="(空文本)"
      chosen={{ op: 'in', values: ['9'] }}
      onChange={onChange}
      onDone={() => undefined}
    />,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox'))
  await user.paste('华为\n小米\n9')
  expect(onChange.mock.lastCall).toEqual([{ op: 'in', values: ['9', '1', '小米'] }])
})
