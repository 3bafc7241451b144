// @vitest-environment jsdom
// Completions while typing before the names are loaded.
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ExpressionInput } from '#web/expression/ExpressionInput.tsx'
import type { Words } from '#web/expression/offers.ts'

// Without a layout there are no places, and nothing to scroll.
Element.prototype.scrollIntoView = () => {}
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect()
afterEach(cleanup)

const noWords: Words = { language: 'expression', names: [], functions: [] }
const columns: Words = {
  ...noWords,
  names: [{ name: 'channel', detail: 'VARCHAR', comment: '', pinyin: '' }],
}

function Field({ words }: { words: Words }) {
  const [text, setText] = useState('')
  const change = (value: unknown) => setText(String(value))
  return (
    <ExpressionInput
      id="expression"
      label="表达式"
      text={text}
      words={words}
      wrong={null}
      isWrong={false}
      readOnly={false}
      describedBy={undefined}
      onChange={change}
      onBlur={() => {}}
    />
  )
}

const offered = () => screen.queryAllByRole('option').map((option) => option.textContent)

it('offers names that come after the word was typed', async () => {
  const { rerender } = render(<Field words={noWords} />)
  await userEvent.type(screen.getByRole('textbox'), 'chan')
  expect(offered()).toEqual([])
  rerender(<Field words={columns} />)
  expect(offered()).toEqual([expect.stringContaining('channel')])
})

it('offers nothing by itself where nobody types, nor after Escape or the field was left', async () => {
  const { rerender } = render(<Field words={noWords} />)
  rerender(<Field words={columns} />)
  expect(offered()).toEqual([])
  await userEvent.type(screen.getByRole('textbox'), 'ch')
  expect(offered()).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  expect(offered()).toEqual([])
  rerender(<Field words={{ ...columns }} />)
  expect(offered()).toEqual([])
  await userEvent.keyboard('a')
  expect(offered()).toHaveLength(1)
  await userEvent.click(document.body)
  rerender(<Field words={{ ...columns }} />)
  expect(offered()).toEqual([])
})
