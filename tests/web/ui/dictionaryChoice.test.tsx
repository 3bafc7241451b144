// @vitest-environment jsdom
// Choosing values of a dictionary by name, code or pinyin: one or several, as fixed or as the user prefers.
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import { unexpected } from '#web/api/failures.ts'
import { DictionaryChoice } from '#web/ui/dictionary/DictionaryChoice.tsx'
import { useDictionaryNames } from '#web/ui/dictionary/useDictionaryNames.ts'
import { MissingPlace } from '#web/ui/missing/MissingPlace.tsx'

const labels = [
  { code: 'ios', label: '苹果', pinyin: 'pingguo' },
  { code: 'and', label: '安卓', pinyin: 'anzhuo' },
]
const load = async () => labels
afterEach(cleanup)

function choose(start: ParameterValue, several?: boolean) {
  const onChange = vi.fn()
  function Field() {
    const [value, setValue] = useState(start)
    return (
      <DictionaryChoice
        name="渠道"
        dictId={1}
        load={load}
        value={value}
        several={several}
        onChange={(changed) => {
          onChange(changed)
          setValue(changed)
        }}
      />
    )
  }
  render(<Field />)
  return onChange
}

it('takes one value in place of another, by pinyin and Enter', async () => {
  const onChange = choose('and', false)
  expect(screen.queryByRole('switch')).toBeNull()
  await screen.findByText('苹果')
  await userEvent.type(screen.getByRole('textbox'), 'pingg{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('ios')
})

it('adds to several, and takes away what is chosen already', async () => {
  const onChange = choose(['and'], true)
  await userEvent.click(await screen.findByText('苹果'))
  expect(onChange).toHaveBeenLastCalledWith(['and', 'ios'])
  await userEvent.click(screen.getByText('安卓'))
  expect(onChange).toHaveBeenLastCalledWith(['ios'])
})

it('lets nothing around go on with the Enter that found nothing, or chose one of several', async () => {
  const goneOn: boolean[] = []
  const listen = (event: KeyboardEvent) => event.key === 'Enter' && goneOn.push(!event.defaultPrevented)
  window.addEventListener('keydown', listen)
  choose(['and'], true)
  await screen.findByText('苹果')
  const field = screen.getByRole('textbox')
  await userEvent.type(field, 'qqq{Enter}')
  expect((field as HTMLInputElement).value).toBe('qqq')
  await userEvent.clear(field)
  await userEvent.type(field, 'pingg{Enter}')
  await userEvent.type(field, '{Enter}')
  window.removeEventListener('keydown', listen)
  expect(goneOn).toEqual([false, false, true])
})

it('begins several with nothing where there was one empty value', async () => {
  const onChange = choose('', true)
  await userEvent.click(await screen.findByText('安卓'))
  expect(onChange).toHaveBeenLastCalledWith(['and'])
})

it('leaves it to the person where nothing is decided', async () => {
  const onChange = choose('and')
  await userEvent.click(await screen.findByLabelText('可选多项'))
  expect(onChange).toHaveBeenLastCalledWith(['and'])
  await userEvent.click(screen.getByText('苹果'))
  expect(onChange).toHaveBeenLastCalledWith(['and', 'ios'])
})

describe('the names on a button', () => {
  function Names({ load: read }: { load: () => Promise<typeof labels> }) {
    const nameOf = useDictionaryNames(1, read)
    return <p>{['ios', 'x'].map(nameOf).join(' ')}</p>
  }

  it('are no codes while they are on their way, and codes where there are none', async () => {
    render(<Names load={load} />)
    expect(screen.getByText('… …')).toBeTruthy()
    expect(await screen.findByText('苹果 x')).toBeTruthy()
  })

  it('that could not be read are told to be codes, and are read again', async () => {
    const read = vi.fn(load).mockRejectedValueOnce(unexpected(500, { msg: '系统繁忙' }))
    render(
      <MissingPlace>
        <Names load={read} />
      </MissingPlace>,
    )
    expect(await screen.findByText('ios x')).toBeTruthy()
    const told = screen.getByRole('alert')
    expect(told.textContent).toMatch(/^字典读取失败，暂时显示代码：系统繁忙.*ERROR 500$/)
    await userEvent.click(within(told).getByRole('button', { name: '重试' }))
    expect(await screen.findByText('苹果 x')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
