// @vitest-environment jsdom
// Values of a dictionary: found by name, code or pinyin; one or several, as it is decided, or as the person likes.
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ParameterValue } from '../../../src/shared/sql/parameters.ts'
import { DictionaryChoice } from '../../../src/web/ui/dictionary/DictionaryChoice.tsx'

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
