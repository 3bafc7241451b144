// @vitest-environment jsdom
// The release of a key that closed something does not press the newly focused button; a key pressed on a button does.
import { Button } from '@blueprintjs/core'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { KeyboardEvent } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type KeyUps, startKeyUps } from '#web/shell/keys/keyUps.ts'

let keyUps: KeyUps
beforeEach(() => {
  keyUps = startKeyUps()
})
afterEach(() => {
  keyUps.end()
  cleanup()
})

it('presses what it went down on, and that alone', async () => {
  const user = userEvent.setup()
  const press = vi.fn()
  const handOver = (event: KeyboardEvent) => {
    event.preventDefault()
    screen.getByRole('button').focus()
  }
  render(
    <>
      <Button text="按钮" onClick={press} />
      <input aria-label="面板" onKeyDown={handOver} />
    </>,
  )
  await user.tab()
  await user.keyboard('{Enter}')
  await user.keyboard(' ')
  expect(press).toHaveBeenCalledTimes(2)
  await user.tab()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button'))
  await user.tab()
  await user.keyboard(' ')
  expect(press).toHaveBeenCalledTimes(2)
})

it('presses nothing where the key ran a command', async () => {
  const user = userEvent.setup()
  const press = vi.fn()
  const take = () => keyUps.taken()
  document.addEventListener('keydown', take, true)
  render(<Button text="按钮" onClick={press} />)
  await user.tab()
  await user.keyboard('{Enter}')
  document.removeEventListener('keydown', take, true)
  expect(press).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(press).toHaveBeenCalledTimes(1)
})
