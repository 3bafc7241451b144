// @vitest-environment jsdom
// A long address is short in the browser and complete for every reader: in this tab, after a reload, and elsewhere.
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import 'wouter/use-browser-location'
import { readAddress, writeAddress } from '#features/statement/web/address/address.ts'

const values = Array.from({ length: 3_000 }, (_, at) => `player ${at},`)
const address = writeAddress({
  view: 3,
  report: 7,
  changes: { filters: [{ dim: 12, op: 'in', values }] },
})

/** The page as it is loaded: what it remembers is gone. */
async function load(kept: Map<string, string>) {
  vi.resetModules()
  const long = await import('#web/shell/longAddress.ts')
  const { LongAddress } = await import('#web/shell/LongAddress.tsx')
  const { CallError } = await import('#web/api/callError.ts')
  long.provideAddresses({
    keep: async (key, text) => kept.set(key, text),
    read: async (key) => {
      const text = kept.get(key)
      if (text === undefined)
        throw new CallError({ status: 404, code: 'object_missing', message: '这个链接已过期' })
      return text
    },
  })
  return { ...long, LongAddress }
}

// As wouter has made them: it does so once for a window.
const [push, replace] = [history.pushState, history.replaceState]
beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/statement')
})
afterEach(() => {
  cleanup()
  history.pushState = push
  history.replaceState = replace
})

it('is short in the browser, kept once, and whole to its readers', async () => {
  const kept = new Map<string, string>()
  const { shortenAddresses, queryOf, shortAddress } = await load(kept)
  shortenAddresses()
  history.pushState(null, '', address)
  expect(location.href.length).toBeLessThan(200)
  expect(location.search).toMatch(/^\?id=3&report=7&long=[0-9a-f]{32}$/)
  expect(queryOf(location.search).toString()).toBe(new URL(address, location.href).searchParams.toString())
  history.replaceState(null, '', address)
  expect(shortAddress(address)).toBe(location.pathname + location.search)
  expect(kept.size).toBe(1)
  history.pushState(null, '', '/statement/detail?id=3')
  expect(location.search).toBe('?id=3')
})

it('is shortened where it was opened whole, from a link of before', async () => {
  const { shortenAddresses } = await load(new Map())
  history.replaceState(null, '', address)
  shortenAddresses()
  expect(location.href.length).toBeLessThan(200)
})

const Filters = () => <p>{JSON.stringify(readAddress(location.search).address.changes.filters ?? null)}</p>

it('is read before the page is drawn, by another browser too', async () => {
  const kept = new Map<string, string>()
  const { shortAddress } = await load(kept)
  const short = shortAddress(address)
  sessionStorage.clear()
  const { LongAddress } = await load(kept)
  history.replaceState(null, '', short)
  const { readAddress: read } = await import('#features/statement/web/address/address.ts')
  const Shown = () => <p>{read(location.search).address.changes.filters?.length}</p>
  render(
    <LongAddress>
      <Shown />
    </LongAddress>,
  )
  await screen.findByText('1')
})

it('that is gone says so in words, and opens without its conditions', async () => {
  const { LongAddress } = await load(new Map())
  history.replaceState(null, '', `/statement/detail?id=3&long=${'0'.repeat(32)}`)
  render(
    <LongAddress>
      <Filters />
    </LongAddress>,
  )
  await screen.findByText('链接已过期')
  await userEvent.setup().click(screen.getByRole('button', { name: '不带条件打开' }))
  await screen.findByText('null')
  expect(location.search).toBe('?id=3')
})
