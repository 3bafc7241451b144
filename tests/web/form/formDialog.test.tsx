// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '#web/api/callError.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { Field } from '#web/form/types.ts'
import { noteSessionEnd } from '#web/shell/keptWork.ts'
import { clearMessages, useMessages } from '#web/shell/message.ts'
import { useSession } from '#web/shell/session.ts'

interface Values {
  name: string
  note: string
  limit: number | null
  tags: readonly string[]
  token: string
  active: boolean
}
interface Saved extends Values {
  revision: number
}

const fields: readonly Field<Values>[] = [
  { name: 'name', label: '名称', kind: 'text', required: true },
  { name: 'limit', label: '上限', kind: 'number', min: 1, max: 100, whole: true },
  { name: 'note', label: '备注', kind: 'textarea' },
  { name: 'tags', label: '标签', kind: 'tags' },
  { name: 'token', label: '令牌', kind: 'secret', kept: '••••1234' },
  { name: 'active', label: '启用', kind: 'switch' },
]
const initial: Values = { name: '甲', note: '', limit: 10, tags: ['a'], token: '', active: true }

const send = vi.fn(
  async (values: Values, _against: Saved | null): Promise<Saved> => ({ ...values, revision: 2 }),
)
const onClose = vi.fn()
const onSaved = vi.fn()
const takeBack = vi.fn(async () => {})

function signIn(): void {
  const role = { id: 1, name: 'all', authorityInfo: {} }
  useSession.getState().accept({ email: 'mei@example.com', username: 'mei', games: [], role })
}

function open(values: Values = initial) {
  const user = userEvent.setup()
  render(
    <FormDialog<Values, Saved>
      name="thing:1"
      title="编辑"
      fields={fields}
      initial={values}
      send={send}
      onClose={onClose}
      onSaved={onSaved}
      undo={{ done: ({ name }) => `已保存「${name}」`, takeBack }}
    />,
  )
  return user
}

beforeEach(() => {
  useSession.getState().forget()
  signIn()
  clearMessages()
  vi.clearAllMocks()
})
afterEach(cleanup)

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`)) as HTMLInputElement

const scrolled: Element[] = []
// jsdom has no layout.
Element.prototype.scrollIntoView = function (this: Element) {
  scrolled.push(this)
}

describe('a form', () => {
  it('sends what was typed by Ctrl+Enter, and offers to take it back', async () => {
    const user = open()
    await waitFor(() => expect(document.activeElement).toBe(field('名称')))
    await user.clear(field('名称'))
    await user.type(field('名称'), '乙')
    await user.type(field('备注'), '第一行{Enter}第二行')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(send.mock.calls[0]?.[0]).toEqual({ ...initial, name: '乙', note: '第一行\n第二行' })
    expect(useMessages.getState().messages[0]?.message).toBe('已保存「乙」')
    useMessages.getState().messages[0]?.action?.onClick()
    await waitFor(() => expect(takeBack).toHaveBeenCalledOnce())
  })

  it('takes a tag that is typed and not entered yet, whether saved by a press or by keys', async () => {
    const user = open()
    await user.type(field('标签'), 'b；c')
    await user.click(screen.getByRole('button', { name: /^保存/ }))
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(send.mock.calls[0]?.[0].tags).toEqual(['a', 'b', 'c'])
    await user.type(field('标签'), 'd{Control>}{Enter}{/Control}')
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(2))
    expect(send.mock.calls[1]?.[0].tags).toEqual(['a', 'b', 'c', 'd'])
  })

  it('names what is wrong at its field, goes to the first, and sends nothing', async () => {
    const user = open()
    scrolled.length = 0
    await user.clear(field('名称'))
    await user.clear(field('上限'))
    await user.type(field('上限'), '1.5{Enter}')
    expect(screen.getByText('请填写名称')).toBeTruthy()
    expect(screen.getByText('请填写整数')).toBeTruthy()
    expect(document.activeElement).toBe(field('名称'))
    expect(scrolled).toEqual([field('名称').closest('.form-field')])
    // Again while it has the focus: focusing alone would not scroll to it.
    await user.keyboard('{Enter}')
    expect(scrolled).toHaveLength(2)
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      '请填写名称',
      '请填写整数',
    ])
    expect(field('名称').getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(field('名称').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      '请填写名称',
    )
    expect(send).not.toHaveBeenCalled()
    await user.type(field('名称'), '乙')
    expect(screen.queryByText('请填写名称')).toBeNull()
  })

  it('shows what the server says of a field there, and keeps what was typed', async () => {
    send.mockRejectedValueOnce(
      new CallError({
        status: 200,
        code: 'parameter_wrong',
        message: '内容有误',
        data: { fields: { note: '不能提到价格' } },
      }),
    )
    const user = open()
    await user.type(field('备注'), '价格')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('不能提到价格')
    await waitFor(() => expect(document.activeElement).toBe(field('备注')))
    expect(field('备注').value).toBe('价格')
    expect(onSaved).not.toHaveBeenCalled()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  })

  it('tells any other failure in place, with the catalogue’s line', async () => {
    send.mockRejectedValueOnce(
      new CallError({ status: 507, code: 'storage_full', message: '磁盘空间不足', literal: 'ERROR 507' }),
    )
    const user = open()
    await user.type(field('名称'), '{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('保存失败：磁盘空间不足ERROR 507')
  })

  it('is sent once, however often it is pressed', async () => {
    let answer: (saved: Saved) => void = () => {}
    send.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    const user = open()
    await user.type(field('名称'), '{Enter}{Enter}')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(send).toHaveBeenCalledOnce()
    answer({ ...initial, revision: 2 })
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  })

  it('closes by Esc without a question where nothing was changed, and asks where something was', async () => {
    const user = open()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    await user.type(field('名称'), '乙')
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: '继续编辑' }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(field('名称').value).toBe('甲乙')
    await user.keyboard('{Escape}')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '放弃修改' }))
    expect(onClose).toHaveBeenCalledTimes(2)
    cleanup()
    open()
    expect(field('名称').value).toBe('甲')
  })

  it('keeps what was typed where the page is left or the session ends, but no secret', async () => {
    const user = open()
    await user.type(field('名称'), '乙')
    await user.type(field('令牌'), 'hush')
    cleanup()
    open()
    expect(screen.getByText('已恢复上次未保存的内容')).toBeTruthy()
    expect(field('名称').value).toBe('甲乙')
    expect(field('令牌').value).toBe('')
    noteSessionEnd()
    useSession.getState().forget()
    cleanup()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('hush')
    signIn()
    const again = open()
    expect(field('名称').value).toBe('甲乙')
    await again.click(screen.getByRole('button', { name: '放弃' }))
    expect(field('名称').value).toBe('甲')
  })

  it('shows another editor’s version beside one’s own, and sends what was chosen of both', async () => {
    const present: Saved = { ...initial, name: '丙', limit: 20, note: '他的', revision: 7 }
    send.mockRejectedValueOnce(
      new CallError({
        status: 409,
        code: 'object_conflict',
        data: { present, by: '林', at: '2026-01-02T03:04:00.000Z' },
      }),
    )
    const user = open()
    await user.type(field('名称'), '乙')
    await user.type(field('备注'), '我的')
    await user.keyboard('{Control>}{Enter}{/Control}')
    const dialog = within(await screen.findByRole('dialog', { name: /已被他人修改/ }))
    expect(dialog.getByRole('alert').textContent).toContain('林 在 2026-01-02 11:04 GMT+8 保存了新的内容')
    const chosen = (label: string) =>
      within(dialog.getByRole('radiogroup', { name: label }))
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).checked)
    // Only the other changed the limit; both changed name and note.
    expect(chosen('上限')).toEqual([false, true])
    expect(chosen('名称')).toEqual([true, false])
    await user.click(
      within(dialog.getByRole('radiogroup', { name: '备注' })).getByRole('radio', { name: /林 的/ }),
    )
    await user.click(dialog.getByRole('button', { name: '保存所选' }))
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(send.mock.calls[1]).toEqual([{ ...initial, name: '甲乙', limit: 20, note: '他的' }, present])
  })
})
