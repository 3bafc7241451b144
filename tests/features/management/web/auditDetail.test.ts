import { expect, it } from 'vitest'
import { ownStores } from '#server/ownLogs/stores.ts'
import { jobKindsOf, objectKindsOf } from '#server/slice.ts'
import { auditDetailNames } from '#shared/auditDetails.ts'
import { itemKinds } from '#features/definitions/contract.ts'
import { wordedDetail } from '#features/management/server/auditWords.ts'
import { detailCodes } from '#features/management/web/audit/detailCodes.ts'
import { detailFacts, detailText } from '#features/management/web/audit/detailTexts.ts'
import * as slices from '#features/server.ts'

const declared = { objects: objectKindsOf(slices), jobs: jobKindsOf(slices) }
const shown = (action: string, detail: unknown): string =>
  detailText(wordedDetail(action, JSON.stringify(detail), declared))
/** Names that people say as they are. */
const spoken = /SQL|CSV|Excel|JSON|IP/g
const codesIn = (text: string): string[] => text.replace(spoken, '').match(/[A-Za-z_]+/g) ?? []

it.each([
  [{ month: '2026-09', games: ['甲', '乙'], reason: null }, '月份 2026-09，游戏 甲、乙，原因 –'],
  [{ enabled: true, shared: false, unheard: 1 }, '已开启 是，已共享 否，unheard 1'],
  [{ constructor: 1, sql: 'select\n  1' }, 'constructor 1，SQL select 1'],
  [{ values: { 平台: ['甲', '乙'], kind: '丙' } }, '参数 平台 甲、乙，kind 丙'],
])('a row’s details are read in Chinese: %j', (detail, text) => {
  expect(shown('custom.run', detail)).toBe(text)
})

it('what is no object is a value', () => {
  expect(detailFacts('[1')).toEqual([['值', '[1']])
  expect(detailFacts('7')).toEqual([['值', '7']])
  expect(wordedDetail('sql.run', '[1', declared)).toBe('[1')
})

it('each name of a detail has Chinese words', () => {
  for (const [name, words] of Object.entries(auditDetailNames))
    expect([name, codesIn(words)]).toEqual([name, []])
})

it('each column of each object that can be changed is told by its title', () => {
  const told = declared.objects.flatMap(({ name, fields }) =>
    Object.keys(fields).map((field) => shown(`${name}.change`, { id: 1, fields: [field] })),
  )
  expect(told.length).toBeGreaterThan(100)
  expect(told.filter((text) => codesIn(text).length > 0)).toEqual([])
  expect(shown('gameFlowRecord.change', { fields: ['amount', 'settled_at'] })).toBe('字段 金额、核销')
})

it('each code in a detail is told in words', () => {
  const codes = Object.entries(detailCodes).flatMap(([name, words]) =>
    Object.keys(words).map((code) => ({ [name]: code })),
  )
  const told = [
    ...codes.map((detail) => shown('thing.do', detail)),
    ...declared.jobs.map(({ name: kind }) => shown('job.cancel', { kind })),
    ...ownStores.map(({ name: logStore }) => shown('log.search', { entrance: 'server', logStore })),
    ...itemKinds.map((kind) => shown('definitions.import', { names: [`${kind} 收入`] })),
  ]
  expect(told.length).toBeGreaterThan(80)
  expect(told.filter((text) => codesIn(text).length > 0)).toEqual([])
})

// As they are written; what stands for people's own texts is Chinese here.
it.each([
  [
    'report.export',
    {
      name: '日报',
      reportId: null,
      dims: [1],
      points: [2],
      dateRange: { relative: 'last7' },
      filters: 2,
      exportSetting: '1',
      showBottom: 'true',
      trace: '7',
    },
  ],
  ['report.export', { dateRange: { from: '2026-11-01', to: '2026-11-07' }, pivot: [3] }],
  [
    'gameFlow.source',
    {
      definition: {
        orders: {
          table: '订单',
          day: '日',
          game: '游',
          channel: '渠',
          server: '',
          currency: '',
          fixedCurrency: '元',
          amount: '额',
          where: { column: '态', values: ['付'] },
        },
        refunds: null,
        unit: 'minor',
      },
      tolerance: { amount: '1', percent: '0.1' },
    },
  ],
  [
    'gameFlow.export',
    {
      startDate: '2026-11-01',
      endDate: '2026-11-07',
      group: 'month,game',
      converted: true,
      format: 'xlsx',
      rows: 3,
    },
  ],
  [
    'embed.save',
    {
      address: '1',
      viewId: 1,
      ownerId: 1,
      enabled: true,
      settings: {
        filters: [{ dim: 1, op: 'in', values: ['甲'] }],
        days: { relative: 'last7' },
        reports: [1],
        maxRows: 500,
      },
    },
  ],
  ['calendar.saveYear', { year: 2027, days: [{ day: '2027-01-01', kind: 'rest', name: '元旦' }] }],
  ['seeing.start', { id: 1, role: '运营', games: '"*"' }],
  ['seeing.start', { id: 1, role: '运营', games: '["甲","乙"]' }],
  ['sharing.stop', { kind: 'embed', viewId: 1, ownerId: 1 }],
  ['sql.share', { id: '1', name: '查询', from: 'off', to: 'result' }],
  ['session.throttle', { by: 'address', account: '无名', address: '1.1.1.1' }],
  ['whiteList.publish', { id: 1, games: 'all' }],
  ['userTag.sign', { call: 'getUserInfo', cgi: '甲', player: '1', shift: 5 }],
  ['userTag.lookUp', { cgi: '甲', player: '1', types: 'all' }],
  [
    'prediction.exportRows',
    { point: '收入', from: '2026-11-01', to: '2026-11-02', way: 'inside', format: 'csv', rows: 1 },
  ],
  ['prediction.export', { point: '收入', days: 30, grain: 'week', format: 'csv', rows: 1 }],
  ['report.order', { parent: null, ids: [1] }],
  ['backup.restore', { by: '管理', file: '备份', madeAt: null }],
  ['demo.add', { size: 'small', accounts: true, tables: 1, rows: 2 }],
])('%s says nothing in codes: %j', (action, detail) => {
  expect(codesIn(shown(action, detail).replace(/ GMT\S*/, ''))).toEqual([])
})

it('codes of games, channels and servers are told by their names', () => {
  const nameOf = (kind: string, code: string) =>
    ({ yhxt: '云海仙途', oppo: '软件商店' })[code] ?? `${kind} ${code}`
  const told = (detail: unknown) =>
    detailText(wordedDetail('thing.do', JSON.stringify(detail), declared, nameOf))
  expect(told({ cgi: 'yhxt', channel: 'oppo' })).toBe('游戏 云海仙途，渠道 软件商店')
  expect(told({ games: ['yhxt', 'x'] })).toBe('游戏 云海仙途、game x')
  expect(told({ games: '["yhxt"]' })).toBe('游戏 云海仙途')
  expect(wordedDetail('thing.do', '{"games":"*"}', declared)).toBe('{"games":"*"}')
})

it('each column of an object that holds codes says whose, so that its history shows names', () => {
  const told = /^(?:cgi|games?|channel|servers?)$/
  const bare = declared.objects.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, declaredField]) =>
      told.test(field) && !declaredField?.codes ? [`${name}.${field}`] : [],
    ),
  )
  // Names its game itself.
  expect(bare).toEqual(['calendarNote.cgi'])
})
