// @vitest-environment jsdom
// A table without definitions: the selected proposals are created under the names in the form.
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, envelope, failure } from '#tests/web/shell/answers.ts'
import type { TableProposal } from '#features/config/contract.ts'
import { ProposalForm } from '#features/config/web/undefined/ProposalForm.tsx'

const proposal: TableProposal = {
  table: {
    name: 'purchase',
    comment: '购买',
    rowCount: 40,
    columns: 5,
    updatedAt: '2026-11-20T00:00:00.000Z',
  },
  pointTable: {
    id: -1,
    name: '购买',
    table_truename: 'purchase',
    date_column: 'day',
    game_column: 'cgi',
    grain_key: ['day', 'cgi'],
    joins: [{ dimTableId: 3, column: 'channel' }],
  },
  dimensions: [
    { key: 'city', dimension: { name: '城市', types: 'string', info: { expression: 'city' } } },
    { key: 'code', dimension: { name: '渠道码', types: 'string', info: { expression: 'code' } } },
  ],
  points: [{ key: 'amount', point: { name: '金额', types: 'additive', name_sql: 'amount' } }],
  categories: [],
  reports: ['按日'],
  notes: [],
}

/** What is sent to be applied; other calls are answered with nothing. */
function answering(apply: () => Response) {
  const asked = answerWith(({ path }) => (path.endsWith('applyProposal') ? apply() : envelope([])))
  return () => asked.filter(({ path }) => path.endsWith('applyProposal')).map(({ body }) => body)
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('makes what is ticked as it is named, all at once', async () => {
  const sent = answering(() => envelope({ pointTableId: 9, viewMetaId: 0, notes: [] }))
  const user = userEvent.setup()
  render(<ProposalForm proposal={proposal} />)
  await user.click(screen.getByRole('checkbox', { name: '建立维度 渠道码' }))
  const name = screen.getByRole('textbox', { name: '指标的名称' })
  await user.clear(name)
  await user.type(name, '购买金额')
  await user.click(screen.getByRole('button', { name: '移除列 cgi' }))
  await user.click(screen.getByRole('button', { name: '建立 2 个定义' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    table: 'purchase',
    pointTable: { name: '购买', grain_key: ['day'], joins: [{ dimTableId: 3, column: 'channel' }] },
    dimensions: [{ key: 'city', dimension: { name: '城市' } }],
    points: [{ key: 'amount', point: { name: '购买金额', name_sql: 'amount' } }],
    reports: true,
  })
})

it('keeps what was chosen and typed where the server refuses it', async () => {
  answering(() => failure('已有名为「金额」的指标', { code: 'name_taken' }))
  const user = userEvent.setup()
  render(<ProposalForm proposal={proposal} />)
  await user.click(screen.getByRole('checkbox', { name: '建立维度 渠道码' }))
  await user.click(screen.getByRole('button', { name: '建立 2 个定义' }))
  expect((await screen.findByRole('alert')).textContent).toContain('建立失败：已有名为「金额」的指标')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '建立维度 渠道码' }).checked).toBe(false)
})
