// @vitest-environment jsdom
// The focus after its element disappears, and tabs by arrows. Whole popups and dialogs are tested in a browser.
import { Button } from '@blueprintjs/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { focusTrail, giveFocusBack, noteNewPage, watchFocus } from '#web/ui/focus/focusTrail.ts'
import { Popup } from '#web/ui/menus/Popup.tsx'
import { TabList } from '#web/ui/TabList.tsx'

let stop: () => void
beforeEach(() => {
  noteNewPage()
  stop = watchFocus()
})
afterEach(() => {
  stop()
  cleanup()
})

const name = () => document.activeElement?.textContent

describe('the trail of the focus', () => {
  it('leads past what is gone and what is greyed out, and ends at the page', async () => {
    const { container } = render(
      <main tabIndex={-1}>
        <button type="button">一</button>
        <button type="button">二</button>
        <button type="button">三</button>
      </main>,
    )
    const [first, second, third] = [...container.querySelectorAll('button')]
    const user = userEvent.setup()
    await user.tab()
    await user.tab()
    await user.tab()
    expect(name()).toBe('三')
    const trail = focusTrail()
    third?.remove()
    second?.setAttribute('disabled', '')
    giveFocusBack(trail)
    expect(name()).toBe('一')
    first?.remove()
    giveFocusBack(trail)
    expect(document.activeElement?.localName).toBe('main')
  })

  it('takes the focus from nobody', async () => {
    render(<button type="button">一</button>)
    const user = userEvent.setup()
    await user.tab()
    const trail = focusTrail()
    render(<input aria-label="二" />)
    await user.tab()
    giveFocusBack(trail)
    expect(document.activeElement).toBe(screen.getByLabelText('二'))
  })
})

function Opening({ dialog }: { dialog: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const button = <Button text="打开" onClick={() => dialog && setOpen(true)} />
  if (!dialog)
    return (
      <Popup isOpen={isOpen} onOpen={setOpen} content={<input aria-label="里面" />}>
        {button}
      </Popup>
    )
  return (
    <>
      {button}
      {isOpen && (
        <TitledDialog title="对话框" onClose={() => setOpen(false)}>
          <p>没有输入框</p>
        </TitledDialog>
      )}
    </>
  )
}

it('a popup gives the focus to what it holds, and by Escape at once back to its button', async () => {
  render(<Opening dialog={false} />)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  const field = await screen.findByLabelText('里面')
  await user.click(field)
  await user.keyboard('{Escape}')
  expect(name()).toBe('打开')
})

it('a field in a popup has the focus as soon as it is drawn, before the popup has faded in', () => {
  render(<Opening dialog={false} />)
  fireEvent.click(screen.getByText('打开'))
  expect(document.querySelector('.bp6-popover-enter-done')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('里面'))
})

function Nested() {
  const [opened, setOpened] = useState<readonly string[]>([])
  const open = (name: string) => (isOpen: boolean) =>
    setOpened((before) => (isOpen ? [...before, name] : before.filter((one) => one !== name)))
  const inner = (
    <Popup isOpen={opened.includes('里')} onOpen={open('里')} content={<input aria-label="里面的词" />}>
      <button type="button">里</button>
    </Popup>
  )
  return (
    <Popup
      isOpen={opened.includes('外')}
      onOpen={open('外')}
      content={
        <div>
          {inner}
          <input aria-label="外面的词" />
        </div>
      }
    >
      <button type="button">外</button>
    </Popup>
  )
}

it('a popup takes the focus from nothing that was opened over it before it was there', async () => {
  render(<Nested />)
  // Quicker than either is drawn.
  fireEvent.click(screen.getByText('外'))
  fireEvent.click(screen.getByText('里'))
  const field = screen.getByLabelText('里面的词')
  field.focus()
  const left = vi.fn()
  field.addEventListener('blur', left)
  await vi.waitFor(() => expect(document.querySelectorAll('.bp6-popover-enter-done')).toHaveLength(2))
  expect(document.activeElement).toBe(field)
  expect(left).not.toHaveBeenCalled()
})

it('a dialog without a field has the focus within, and gives it back', async () => {
  render(<Opening dialog />)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: '对话框' })
  expect(dialog.contains(document.activeElement)).toBe(true)
  await user.keyboard('{Escape}')
  expect(name()).toBe('打开')
})

function Tabs() {
  const [selected, setSelected] = useState('one')
  const tabs = ['one', 'two', 'three'].map((id) => ({ id, title: id }))
  return <TabList label="页" tabs={tabs} selected={selected} onSelect={setSelected} />
}

it('tabs are chosen by arrows, Home and End, and point to no panel that is not there', async () => {
  render(<Tabs />)
  const user = userEvent.setup()
  const chosen = () => screen.getByRole('tab', { selected: true }).textContent
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect([chosen(), name()]).toEqual(['two', 'two'])
  await user.keyboard('{End}')
  expect(chosen()).toBe('three')
  await user.keyboard('{ArrowRight}')
  expect(chosen()).toBe('one')
  expect(screen.getByRole('tablist', { name: '页' }).querySelector('[aria-controls]')).toBeNull()
})
