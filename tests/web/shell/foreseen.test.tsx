// @vitest-environment jsdom
// Pages rendered invisibly before they are opened.
import { act, cleanup, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Link, useLocation, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { drawAhead, lookAhead, prepare, providePages } from '#web/shell/ahead.ts'
import { callOff, lookAway, useForeseen } from '#web/shell/foreseen.ts'
import { activeContexts } from '#web/shell/keys/contexts.ts'
import { PageOutlet } from '#web/shell/PageOutlet.tsx'
import type { Page } from '#web/shell/pages.ts'

/** What the page of a view did: its effects, and how often it was drawn. */
let began: string[]
let drawn: string[]
let calls: { search: string; signal: AbortSignal; answer: (isReady: boolean) => void }[]

function View() {
  const search = useSearch()
  const [path] = useLocation()
  drawn.push(search)
  useEffect(() => {
    began.push(search)
  }, [search])
  return (
    <p data-testid="view">
      {path} {search} <Link href="/statement">回</Link>
    </p>
  )
}

const pages: Page[] = [
  {
    path: '/statement',
    title: '首页',
    permission: 'session',
    load: async () => ({ Page: () => <p>首页</p> }),
  },
  {
    path: '/statement/detail',
    title: '视图',
    permission: 'session',
    context: { name: 'report', title: '打开的报表', depth: 8 },
    load: async () => ({
      Page: View,
      makeReady: (search: string, signal: AbortSignal) =>
        new Promise<boolean>((answer) => calls.push({ search, signal, answer })),
    }),
  },
]

const address = '/statement/detail?id=7'
const go = (to: string) =>
  act(async () => {
    prepare(to)
    navigate(to)
  })
const view = () => screen.queryByTestId('view')
const isAhead = () => view()?.closest('.page-ahead') !== null

/** The choice rests on the view; its page is made ready, and answers. */
async function rest(isReady = true): Promise<void> {
  lookAhead(address)
  await act(async () => {})
  drawAhead(address)
  await act(async () => calls.at(-1)?.answer(isReady))
}

beforeEach(async () => {
  began = []
  drawn = []
  calls = []
  navigate('/statement')
  providePages(pages)
  render(<PageOutlet pages={pages} />)
  await screen.findByText('首页')
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  callOff()
})

describe('a page on which the choice rests', () => {
  it('is drawn behind the page in front, for its own address, and does nothing', async () => {
    await rest()
    expect(view()?.textContent).toContain('/statement/detail id=7')
    expect(isAhead()).toBe(true)
    expect(view()?.closest('[aria-hidden="true"]')).not.toBeNull()
    // React's own way to hide it would leave its layout for later.
    expect(view()?.style.display).toBe('')
    expect(screen.getByText('首页')).toBeTruthy()
    expect(began).toEqual([])
    expect(activeContexts()).toEqual(['global'])
    expect(document.title).not.toContain('视图')
  })

  it('is drawn, too, where its code is still read when the choice has rested', async () => {
    let arrive: () => void = () => {}
    const arrived = new Promise<void>((done) => {
      arrive = done
    })
    const late = async (page: Page) => {
      await arrived
      return await page.load()
    }
    providePages(pages.map((page) => ({ ...page, load: () => late(page) })))
    lookAhead(address)
    drawAhead(address)
    expect(calls).toEqual([])
    await act(async () => arrive())
    await act(async () => calls.at(-1)?.answer(true))
    expect(useForeseen.getState().place?.search).toBe('?id=7')
  })

  it('stays as it was drawn when it is opened, and begins then', async () => {
    await rest()
    const element = view()
    const draws = drawn.length
    await go(address)
    expect(view()).toBe(element)
    expect(isAhead()).toBe(false)
    expect(drawn.length).toBe(draws)
    expect(began).toEqual(['id=7'])
    expect(screen.queryByText('首页')).toBeNull()
    expect(activeContexts()).toEqual(['report', 'global'])
    expect(calls[0]?.signal.aborted).toBe(false)
  })

  it('follows the window’s address from then on, and goes like any other', async () => {
    await rest()
    await go(address)
    await go('/statement/detail?id=8')
    expect(began).toEqual(['id=7', 'id=8'])
    await go('/statement')
    expect(view()).toBeNull()
    expect(screen.getByText('首页')).toBeTruthy()
    expect(useForeseen.getState().place).toBeNull()
    expect(activeContexts()).toEqual(['global'])
  })

  it('is its own when it is opened before it is ready', async () => {
    lookAhead(address)
    await act(async () => {})
    drawAhead(address)
    await go(address)
    expect(calls[0]?.signal.aborted).toBe(false)
    await act(async () => calls[0]?.answer(true))
    expect(began).toEqual(['id=7'])
    expect(screen.getAllByTestId('view')).toHaveLength(1)
  })
})

describe('it is called off', () => {
  const expectGone = () => {
    expect(view()).toBeNull()
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(began).toEqual([])
  }

  it('when the choice goes elsewhere', async () => {
    await rest()
    act(lookAway)
    expectGone()
  })

  it('when another address is opened, be it of the same page', async () => {
    await rest()
    await go('/statement/detail?id=8')
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(began).toEqual(['id=8'])
    expect(view()?.textContent).toContain('id=8')
  })

  it('when Back leads elsewhere', async () => {
    await rest()
    await act(async () => navigate('/nowhere'))
    expectGone()
  })

  it('when it grows old', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await rest()
    act(() => void vi.advanceTimersByTime(21_000))
    expectGone()
  })

  it('when it cannot be drawn, and when one leaves', async () => {
    await rest(false)
    expect(view()).toBeNull()
    expect(calls[0]?.signal.aborted).toBe(true)
    await rest()
    cleanup()
    expect(calls[1]?.signal.aborted).toBe(true)
  })

  it('for the next one; what answers late is nobody’s', async () => {
    lookAhead(address)
    await act(async () => {})
    drawAhead(address)
    drawAhead('/statement/detail?id=9')
    expect(calls.map(({ search, signal }) => [search, signal.aborted])).toEqual([
      ['?id=7', true],
      ['?id=9', false],
    ])
    await act(async () => calls[0]?.answer(true))
    expect(view()).toBeNull()
    await act(async () => calls[1]?.answer(true))
    expect(view()?.textContent).toContain('id=9')
  })
})

it('is not asked for twice, nor for the page that is in front', async () => {
  await rest()
  drawAhead(address)
  expect(calls).toHaveLength(1)
  await go(address)
  drawAhead('/statement/detail?id=9')
  expect(calls).toHaveLength(1)
})
