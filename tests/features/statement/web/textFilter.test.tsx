// @vitest-environment jsdom
// A condition on text says which differences it ignores.
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { TextFilter } from '#features/statement/web/filters/TextFilter.tsx'

afterEach(cleanup)

it('says that parts of a text are found in any case, and of whole values nothing', async () => {
  const nothing = () => undefined
  render(<TextFilter name="渠道" figures={false} filter={undefined} onChange={nothing} onDone={nothing} />)
  const user = userEvent.setup()
  const note = () => screen.queryByText('不区分大小写')
  for (const [title, says] of [
    ['包含', true],
    ['不包含', true],
    ['开头是', true],
    ['等于', false],
    ['不等于', false],
    ['为空', false],
  ] as const) {
    await user.selectOptions(screen.getByRole('combobox', { name: '渠道的比较方式' }), title)
    expect(note() !== null, title).toBe(says)
  }
})
