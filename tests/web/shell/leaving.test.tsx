// @vitest-environment jsdom
// Leaving a page by a reload or a closed tab: unsaved text is kept for the user's return, or the browser asks.
import { InputGroup } from '@blueprintjs/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { keepWork, takeKeptWork, useKeptWork } from '#web/shell/keptWork.ts'
import { watchTyped } from '#web/shell/leaving.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { useKeptEditor } from '#features/statement/web/editor/keeping.ts'
import { emptyEditor, useEditor } from '#features/statement/web/editor/store.ts'
import { goTo, signInAs, signOutAll } from './identities.ts'

let unwatch: () => void
beforeEach(() => {
  unwatch = watchTyped()
  signInAs({}, 'mei')
  goTo('/statement/detail?id=3')
})
afterEach(() => {
  unwatch()
  cleanup()
  signOutAll()
  sessionStorage.clear()
  useEditor.setState(emptyEditor)
})

/** Whether the browser would ask. */
function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}
const goes = () => act(() => window.dispatchEvent(new Event('pagehide')))
const comesBack = () =>
  act(() => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))

it('is asked about by any dialog that was typed into, until it is as it was or gone', async () => {
  const user = userEvent.setup()
  render(
    <TitledDialog title="分享" onClose={() => undefined}>
      <InputGroup aria-label="名称" defaultValue="甲" />
      <input type="search" aria-label="查找" />
      <input type="checkbox" aria-label="公开" />
    </TitledDialog>,
  )
  await user.type(screen.getByLabelText('查找'), '乙')
  expect(asks()).toBe(false)
  await user.type(screen.getByLabelText('名称'), '乙')
  expect(asks()).toBe(true)
  await user.keyboard('{Backspace}')
  expect(asks()).toBe(false)
  await user.click(screen.getByLabelText('公开'))
  expect(asks()).toBe(true)
  cleanup()
  expect(asks()).toBe(false)
})

it('is asked about by a form that says so, and by no other', async () => {
  const user = userEvent.setup()
  render(
    <>
      <form data-asks>
        <input aria-label="标签" />
      </form>
      <form>
        <input aria-label="筛选" />
      </form>
    </>,
  )
  await user.type(screen.getByLabelText('筛选'), 'x')
  expect(asks()).toBe(false)
  await user.type(screen.getByLabelText('标签'), 'x')
  expect(asks()).toBe(true)
})

const form = () => (
  <FormDialog
    name="thing:1"
    title="编辑"
    fields={[{ name: 'name', label: '名称', kind: 'text' }]}
    initial={{ name: '甲' }}
    send={async (values) => values}
    onClose={() => undefined}
    onSaved={() => undefined}
  />
)

it('is there again in a form that is opened after the page was loaded anew, and once', async () => {
  const user = userEvent.setup()
  render(form())
  await user.type(screen.getByLabelText(/^名称/), '乙')
  expect(asks()).toBe(true)
  goes()
  expect(JSON.stringify({ ...sessionStorage })).toContain('甲乙')
  // The memory of the page that went is gone; what the next one finds is the tab's.
  expect(takeKeptWork('form:thing:1')).toEqual({ name: '甲乙' })
  expect(takeKeptWork('form:thing:1')).toBeNull()
})

it('is not kept twice where the page comes back as it was', () => {
  const Keeper = () => {
    useKeptWork(() => void keepWork('work', 1))
    return null
  }
  render(<Keeper />)
  const kept = () => Object.keys(sessionStorage).filter((key) => key === 'kept-work:work')
  goes()
  expect(kept()).toHaveLength(1)
  comesBack()
  expect(kept()).toEqual([])
})

it('is kept and asked about by the report editor', () => {
  const Editor = () => {
    useKeptEditor()
    return null
  }
  render(<Editor />)
  const draft = { report: null, name: '新的', info: { dims: [], points: [1], dateRange: null }, aside: {} }
  act(() => useEditor.setState({ draft, opened: { ...draft, name: '' } } as never))
  expect(asks()).toBe(true)
  goes()
  expect(takeKeptWork('reportEditor')).toMatchObject({ draft: { name: '新的' } })
  act(() => useEditor.setState({ opened: draft } as never))
  expect(asks()).toBe(false)
})
