// @vitest-environment jsdom
// An editor returns its value unchanged: after opening and confirming, and, where values are shown one by one, after
// adding and removing one. `editors` lists them; tests/features/dictionary/web/cellInput.test.ts covers cells of
// dictionaries. Editors that apply each change at once, such as an alarm's conditions, have nothing to confirm.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '#web/shell/session.ts'
import { answerWith, envelope, failure } from '../shell/answers.ts'
import { type Editor, editors } from './editors.tsx'

beforeEach(() => {
  const role = { id: 1, name: 'all', authorityInfo: {} }
  useSession.getState().accept({ email: 'mei@example.com', username: 'mei', games: [], role })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Draws the editor, does what confirms it, and answers what came out of it: given to its owner, or sent. */
async function confirmed(
  drawn: (give: (value: unknown) => void) => ReactElement,
  { confirm, sure, saves, answers = {}, role = 'button' }: Editor,
) {
  const given: unknown[] = []
  answerWith(({ path, body }) => {
    if (path in answers) return envelope(answers[path])
    if (!saves?.test(path)) return failure('读不出来')
    given.push(body)
    return envelope({})
  })
  render(drawn((value) => given.push(value)))
  if (confirm !== null) {
    const user = userEvent.setup()
    await user.click(await screen.findByRole(role, { name: new RegExp(`^${confirm}`) }))
    if (sure) {
      const question = await screen.findByRole('alertdialog')
      await user.click(within(question).getByRole('button', { name: new RegExp(`^${sure}`) }))
    }
    await waitFor(() => expect(given.length).toBeGreaterThan(0))
  }
  cleanup()
  return given[0]
}

it.each(editors.filter(({ confirm }) => confirm !== null).map((editor) => [editor.name, editor] as const))(
  '%s gives back what it was given',
  async (_, editor) => {
    const { cases, draw, read = (out: unknown) => out } = editor
    for (const value of cases) {
      const out = await confirmed((give) => draw(value as never, give), editor)
      expect(read(out as never), JSON.stringify(value)).toEqual(value)
    }
  },
)

it.each(editors.filter(({ adds }) => adds).map((editor) => [editor.name, editor] as const))(
  '%s gives back what it was given after a value was added and taken away',
  async (_, { cases, draw, adds = '' }) => {
    for (const value of cases.slice(-2)) {
      answerWith(() => failure('读不出来'))
      let present: unknown = value
      const user = userEvent.setup()
      const drawn = () => draw(present as never, (next) => (present = next))
      const { rerender } = render(drawn())
      await user.type(screen.getByLabelText(new RegExp(adds)), '新的一个{Enter}')
      expect(present, 'added').not.toEqual(value)
      rerender(drawn())
      const removers = document.querySelectorAll<HTMLElement>('.bp6-tag-remove')
      await user.click([...removers].at(-1) as HTMLElement)
      expect(present).toEqual(value)
      cleanup()
    }
  },
)
