// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { SqlDiff } from '#web/editor/SqlDiff.tsx'

afterEach(cleanup)

const sqlOf = (last: string) => [...Array.from({ length: 20 }, (_, at) => `line ${at}`), last].join('\n')

it('is walked by keys: it is a stop of its own, and has the focus when a fold is opened', async () => {
  const user = userEvent.setup()
  render(<SqlDiff before={{ title: '旧', sql: sqlOf('old') }} after={{ title: '新', sql: sqlOf('new') }} />)
  const section = screen.getByRole('region', { name: '差异' })
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '差异',
    '旧',
    '新',
  ])
  expect(within(section).queryByText('line 3')).toBeNull()
  await user.tab()
  expect(document.activeElement).toBe(section)
  await user.tab()
  expect(document.activeElement?.textContent).toBe('展开相同的 17 行')
  await user.keyboard('{Enter}')
  expect(within(section).getAllByRole('row')).toHaveLength(1 + 21)
  expect(document.activeElement).toBe(section)
})
