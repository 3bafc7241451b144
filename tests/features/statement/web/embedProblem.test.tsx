// @vitest-environment jsdom
// An embed without figures offers the remedy: retry, clear the conditions, or ask for another address.
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { writeConditions } from '#semantic/model/address/filterCode.ts'
import { removeWatermark } from '#web/shell/watermark.ts'
import { mostEmbedFilters } from '#features/embed/contract.ts'
import { EmbedPage } from '#features/statement/web/embed/EmbedPage.tsx'

afterEach(() => {
  cleanup()
  removeWatermark()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

const report = { id: 1, name: '日报', shape: { kind: 'table', order: [] } }
const view = { name: '大盘', reports: [report] }
const figures = (failure?: { code: string; status?: number }) =>
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/report')) return Response.json({ isSuccess: true, data: view, msg: '' })
    const { code, status = 200 } = failure ?? { code: 'internal' }
    return Response.json({ isSuccess: false, code, data: null, msg: '查不出来' }, { status })
  })

async function offered(): Promise<(string | null)[]> {
  const alert = await screen.findByRole('alert')
  return [...alert.querySelectorAll('button, p')].map(({ textContent }) => textContent)
}

const filtersOf = (count: number): string => {
  const filters = Array.from({ length: count }, (_, at) => ({
    dim: 1,
    op: 'in' as const,
    values: [String(at)],
  }))
  return new URLSearchParams(writeConditions(filters).map((text) => ['f', text])).toString()
}

it.each([
  ['too many conditions can be cleared', `?${filtersOf(mostEmbedFilters + 1)}`, undefined, ['清除条件']],
  [
    'what the conditions are refused for is asked again in vain',
    `?${filtersOf(1)}`,
    { code: 'report_invalid' },
    ['清除条件'],
  ],
  ['a report that is wrong itself offers nothing', '', { code: 'report_invalid' }, []],
  [
    'what fails may be over, and may come of the conditions',
    `?${filtersOf(1)}`,
    { code: 'query_timeout' },
    ['重试', '清除条件'],
  ],
  ['what fails may be over', '', { code: 'internal', status: 500 }, ['重试', 'ERROR 500']],
])('%s', async (_, search, failure, offers) => {
  window.history.replaceState(null, '', `/embed/e1${search}`)
  figures(failure)
  render(<EmbedPage />)
  expect(await offered()).toEqual(offers)
})
