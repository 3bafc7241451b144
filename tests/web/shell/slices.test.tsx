// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command } from '#commands/define.ts'
import type { CommandContext } from '#commands/index.ts'
import { activeContexts, enterContext } from '#web/shell/keys/contexts.ts'
import { clearMessages, useMessages } from '#web/shell/message.ts'
import { PageOutlet } from '#web/shell/PageOutlet.tsx'
import type { Page } from '#web/shell/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { collectSlices } from '#web/shell/slices.ts'
import { goTo } from './identities.ts'

const commands = [
  { id: 'a.do', title: '做', en: 'Do', permission: null, context: 'report', group: '此页' },
  { id: 'a.open', title: '开', en: 'Open', context: 'global', group: '前往', go: '/statement/detail' },
] as const satisfies readonly Command<'report'>[]
const report = { name: 'report', title: '打开的报表', depth: 8 } as const

const acted = vi.fn()
const read = vi.fn(async () => ({ 'a.do': acted }))
const pages: Page<'report'>[] = [
  {
    path: '/statement/detail',
    title: '',
    permission: 'session',
    context: report,
    load: async () => ({ Page: () => <p>有键的页</p> }),
  },
  {
    path: '/statement',
    title: '',
    permission: 'session',
    load: async () => ({ Page: () => <p>无键的页</p> }),
  },
]
const slice: WebSlice<typeof commands> = { commands, handlers: read, pages }
const collect = () => {
  const { handlers, pages: collected } = collectSlices([slice])
  return { run: (handlers as unknown as Record<'a.do', (argument?: unknown) => void>)['a.do'], collected }
}
const settled = () => act(async () => {})

beforeEach(() => {
  acted.mockClear()
  read.mockClear()
})
afterEach(() => {
  cleanup()
  clearMessages()
})

describe('a slice’s commands', () => {
  it('read what they do once, when one is first run, and act at once from then on', async () => {
    const { run } = collect()
    expect(read).not.toHaveBeenCalled()
    run(1)
    expect(acted).not.toHaveBeenCalled()
    await settled()
    run(2)
    expect(acted.mock.calls).toEqual([[1], [2]])
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('tell when it can’t be read, and try anew', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    read.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    const { run } = collect()
    run()
    await settled()
    expect(useMessages.getState().messages).toHaveLength(1)
    run()
    await settled()
    expect(acted).toHaveBeenCalledTimes(1)
    told.mockRestore()
  })

  it('have no handler where they open a page', () => {
    expect(Object.keys(collectSlices([slice]).handlers)).toEqual(['a.do'])
  })
})

describe('a slice’s pages', () => {
  it('open with what their keys do, so that the first acts at once', async () => {
    const { run, collected } = collect()
    await collected[0]?.load()
    run()
    expect(acted).toHaveBeenCalledTimes(1)
  })

  it('ask for nothing where they have no keys', async () => {
    await collect().collected[1]?.load()
    expect(read).not.toHaveBeenCalled()
  })

  it('have their contexts while they are open, and no longer', async () => {
    const { collected } = collect()
    goTo('/statement/detail')
    render(<PageOutlet pages={collected} />)
    expect(await screen.findByText('有键的页')).toBeTruthy()
    expect(activeContexts()).toEqual(['report', 'global'])
    act(() => goTo('/statement'))
    expect(await screen.findByText('无键的页')).toBeTruthy()
    expect(activeContexts()).toEqual(['global'])
  })
})

describe('contexts', () => {
  const active = (...entered: CommandContext[]) => {
    const ends = entered.map(enterContext)
    const contexts = activeContexts()
    for (const end of ends) end()
    return contexts
  }

  it('stand innermost first, in whatever order they were entered', () => {
    expect(active('report', 'table', 'pivot')).toEqual(['table', 'pivot', 'report', 'global'])
  })

  it('leave those that another one stands instead of', () => {
    expect(active('report', 'pivot', 'editor', 'table')).toEqual(['table', 'editor', 'global'])
    expect(active('report', 'table', 'palette')).toEqual(['palette'])
  })
})
