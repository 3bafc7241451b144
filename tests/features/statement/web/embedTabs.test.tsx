// @vitest-environment jsdom
// The tabs of an embed: one Tab stop, with arrows, Home and End inside.
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { EmbedTabs } from '#features/statement/web/embed/EmbedTabs.tsx'

afterEach(cleanup)

const reports = ['日报', '周报', '月报'].map((name, at) => ({ id: at + 1, name }))

function Embed() {
  const [selected, setSelected] = useState(1)
  return (
    <>
      <EmbedTabs reports={reports} selected={selected} controls="panel" onSelect={setSelected} />
      <button type="button">之后</button>
    </>
  )
}

it('obey arrows, Home and End, and are one stop of Tab', async () => {
  const user = userEvent.setup()
  render(<Embed />)
  const now = () => {
    const [chosen, ...others] = screen.getAllByRole('tab', { selected: true })
    expect(others).toEqual([])
    expect(document.activeElement).toBe(chosen)
    return chosen?.textContent
  }
  await user.tab()
  const seen = [now()]
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'Home']) {
    await user.keyboard(`{${key}}`)
    seen.push(now())
  }
  expect(seen).toEqual(['日报', '周报', '日报', '月报', '日报', '月报', '日报'])
  await user.tab()
  expect(document.activeElement?.textContent).toBe('之后')
})
