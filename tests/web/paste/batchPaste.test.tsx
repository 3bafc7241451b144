// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '#web/api/callError.ts'
import { BatchPaste } from '#web/paste/BatchPaste.tsx'
import { cellsOf, halfWidth, linesOf, separatorOf } from '#web/paste/lines.ts'
import { readPaste } from '#web/paste/readPaste.ts'
import type { PasteDeclaration, PasteEffect, Refusal } from '#web/paste/types.ts'

interface Entry {
  id: string
  note: string
}
const known = new Map([
  ['1001', '老'],
  ['1002', '旧'],
])
const send = vi.fn(async (_lines: readonly Entry[]): Promise<readonly Refusal[]> => [])
const compare = vi.fn(
  async (lines: readonly Entry[]): Promise<readonly PasteEffect[]> =>
    lines.map(({ id, note }) =>
      !known.has(id) ? 'added' : known.get(id) === note ? 'unchanged' : 'changed',
    ),
)
const paste: PasteDeclaration<Entry> = {
  title: '批量粘贴',
  measure: '条',
  noun: '名单',
  most: 100_000,
  columns: [
    { title: '玩家', required: true },
    { title: '备注', isFreeText: true },
  ],
  example: '1001\t备注',
  parse: ([id = '', note = '']) =>
    /^\d+$/.test(id) ? { values: { id, note } } : { problem: '玩家不是数字' },
  keyOf: ({ id }) => id,
  compare: (lines) => compare(lines),
  cellsOf: ({ id, note }) => [id, note],
  send,
}
const read = (text: string) => readPaste(paste, text, new AbortController().signal)

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('pasted text', () => {
  it('is read as lines whatever ends them, blank ones left out and counted', () => {
    expect(linesOf('\uFEFFa\r\n\r\n  \rb\nc')).toEqual([
      { number: 1, raw: 'a' },
      { number: 4, raw: 'b' },
      { number: 5, raw: 'c' },
    ])
    expect(linesOf('1,"two\nlines",x\n2,y')).toEqual([
      { number: 1, raw: '1,"two\nlines",x' },
      { number: 3, raw: '2,y' },
    ])
    expect(linesOf('a,"never closed\nb')).toHaveLength(2)
  })

  it('is parted by tabs, else by commas of either width; quotes hold both', () => {
    expect(separatorOf('a,b\tc', 2)).toBe('tab')
    expect(separatorOf('a,b', 1)).toBe('none')
    expect(cellsOf('a\tb,c\t', 'tab')).toEqual(['a', 'b,c', ''])
    expect(cellsOf('1，二, 3 ', 'comma')).toEqual(['1', '二', '3'])
    expect(cellsOf('1,"a ""b"", c",', 'comma')).toEqual(['1', 'a "b", c', ''])
    expect(cellsOf('5" disk,x', 'comma')).toEqual(['5" disk', 'x'])
  })

  it('takes signs of full width for the usual ones, but not in free texts', async () => {
    expect(halfWidth('　１００１Ａ＠\u200B ')).toBe('1001A@')
    const reading = await read('１００３\t（备注）')
    expect(reading?.good[0]?.values).toEqual({ id: '1003', note: '（备注）' })
  })

  it('is told line by line: new, changed, unchanged, repeated, wrong, a head', async () => {
    const reading = await read('玩家\t备注\n1001\t新\n1002\t旧\n1003\n1003\t又\nx1\n\t只有备注\n1\t2\t3')
    expect(reading?.hasHead).toBe(true)
    expect(reading?.good.map(({ number, effect }) => [number, effect])).toEqual([
      [2, 'changed'],
      [3, 'unchanged'],
      [4, 'added'],
    ])
    expect(reading?.repeated).toBe(1)
    expect(reading?.bad.map(({ number, problem }) => [number, problem])).toEqual([
      [6, '玩家不是数字'],
      [7, '缺少玩家'],
      [8, '有 3 列，只需要 2 列'],
    ])
  })

  it('is read in slices: 100,000 lines let others work, and can be called off', async () => {
    const text = Array.from({ length: 100_000 }, (_, at) => `${at}\tx`).join('\r\n')
    let breaths = 0
    const timer = setInterval(() => breaths++, 0)
    const reading = await read(text)
    clearInterval(timer)
    expect(reading?.good).toHaveLength(100_000)
    expect(breaths).toBeGreaterThan(1)
    const controller = new AbortController()
    const called = readPaste(paste, text, controller.signal)
    controller.abort()
    expect(await called).toBeNull()
  })
})

describe('the dialog', () => {
  const onClose = vi.fn()
  const onDone = vi.fn()
  const open = () => {
    const user = userEvent.setup()
    render(<BatchPaste paste={paste} onClose={onClose} onDone={onDone} />)
    return user
  }
  const text = () => screen.getByLabelText('粘贴名单') as HTMLTextAreaElement
  const type = (value: string) => fireEvent.change(text(), { target: { value } })
  const submit = () => screen.getByRole('button', { name: /^写入/ }) as HTMLButtonElement

  it('sends what is new or changed once wrong lines are mended or left out', async () => {
    const user = open()
    type('1003\tA\n1002\t旧\nx1\tB\ny2')
    await screen.findByText(/新增 1 条，不变 1 条，有问题 2 条/)
    expect(submit().disabled).toBe(true)
    const wrong = screen.getByLabelText('第 3 行：玩家不是数字')
    await user.clear(wrong)
    await user.type(wrong, '1004,B{Enter}')
    await screen.findByText(/有问题 2 条/)
    await waitFor(() => expect(text().value.split('\n')[2]).toBe('1004,B'))
    await user.click(screen.getByRole('button', { name: '全部略过' }))
    await waitFor(() => expect(submit().disabled).toBe(false))
    await user.click(submit())
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(send.mock.calls[0]?.[0]).toEqual([{ id: '1003', note: 'A' }])
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('keeps the lines that the server refused, with the reasons', async () => {
    send.mockResolvedValueOnce([{ at: 1, problem: '玩家不存在' }])
    const user = open()
    type('2001\n2002\n2003')
    await waitFor(() => expect(submit().textContent).toContain('写入 3 条'))
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('玩家不存在')
    expect(text().value).toBe('2002')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('takes no more lines than it may, and says how many there are', async () => {
    open()
    type('1\n'.repeat(1_000_000))
    expect((await screen.findByRole('alert')).textContent).toBe(
      '一次最多 100,000 条，这里有 1,000,000 行，请分几次粘贴',
    )
    expect(submit().disabled).toBe(true)
  })

  it('says so where it could not be looked up what lines would do, and looks again', async () => {
    compare.mockRejectedValueOnce(new CallError({ status: 500, code: 'internal', message: '服务异常' }))
    open()
    type('2001')
    expect((await screen.findByRole('alert')).textContent).toContain('预览失败，改动后会重新预览：服务异常')
    expect(screen.queryByText(/正在检查/)).toBeNull()
    expect(submit().disabled).toBe(true)
    type('2001\n2002')
    await waitFor(() => expect(submit().textContent).toContain('写入 2 条'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('asks before what was pasted is given up', async () => {
    const user = open()
    type('2001')
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '放弃修改' }))
    expect(onClose).toHaveBeenCalledOnce()
  })
})
