// The demo's game flow: the ledger's location, exchange rates and shares, a few adjustments, statements of
// the last month (some matching, some not), and three closed months.

import { allRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import { addObject, addObjects } from '#server/objects/changing.ts'
import type { Db } from '#server/objects/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import {
  closeMonth,
  listRecords,
  monthOf,
  rates,
  saveRecord,
  settleRecord,
  shares,
  shiftMonth,
} from '#features/gameflow/server/index.ts'
import { channels } from '../warehouse/plan.ts'
import type { UserIds } from './people.ts'

const place = (kind: string) => ({
  table: 'pay_ledger',
  day: 'entry_date',
  game: 'cgi',
  channel: 'channel',
  server: 'server_id',
  currency: 'currency',
  fixedCurrency: 'CNY',
  amount: 'amount',
  where: { column: 'kind', values: [kind] },
})

/** Centre of each rate; each month varies slightly. */
const middles = { HKD: 0.915, TWD: 0.222, SGD: 5.42, MYR: 1.64, USD: 7.13 }
const monthsOfRates = 26

export async function makeGameFlow(db: Db, users: UserIds, settings: Deps['settings']): Promise<void> {
  const admin = adminOf(users)
  const now = new Date().toISOString()
  const definition = { orders: place('pay'), refunds: place('refund'), unit: 'major' }
  await db
    .insertInto('flow_setting')
    .values({
      id: 1,
      definition: JSON.stringify(definition),
      tolerance_amount: '1',
      tolerance_percent: '0.1',
      revision: 1,
      modified_by: users.admin,
      modified_at: now,
    })
    .execute()
  const running = monthOf(businessDay(settings))
  const monthly = Array.from({ length: monthsOfRates }, (_, back) => shiftMonth(running, -back))
  const known = Object.entries(middles).flatMap(([currency, middle], place) =>
    monthly.map((period, back) => ({
      currency,
      period,
      rate: (middle * (1 + 0.012 * Math.sin(back * 0.7 + place))).toFixed(4),
      source: '中国外汇交易中心月均价',
    })),
  )
  await addObjects(db, rates, admin, known, {})
  await addObjects(
    db,
    shares,
    admin,
    ['', ...channels.map(({ channel }) => channel)].map((channel) => ({
      channel,
      cgi: '*',
      percent: String(100 * (channels.find((one) => one.channel === channel)?.commission ?? 0)),
      first_day: '2020-01-01',
      last_day: null,
      note: channel === '' ? '没有渠道的订单不分成' : '',
    })),
    {},
  )
  await addObject(db, shares, admin, {
    channel: 'appstore',
    cgi: 'mcxy',
    percent: '15',
    first_day: '2020-01-01',
    last_day: null,
    note: '小型企业计划',
  })
}

const adminOf = (users: Pick<UserIds, 'admin'>) => ({
  id: users.admin,
  ...allRows,
  authorityInfo: {},
})

/** Needs the facts, so it runs after everything else. */
export async function makeGameFlowPast(deps: Deps): Promise<void> {
  const { id } = await deps.metadata.db
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const admin = adminOf({ admin: id })
  const last = shiftMonth(monthOf(businessDay(deps.settings)), -1)
  for (const back of [-3, -2, -1]) await closeMonth(deps, admin, { month: shiftMonth(last, back), cgi: '*' })
  await makeStatements(deps, admin, last)
}

type Admin = ReturnType<typeof adminOf>

/** Each statement is first written with 0, so that our figure is known, then with the channel's figure. */
async function makeStatements(deps: Deps, admin: Admin, month: string): Promise<void> {
  const adjusted = { period: `${month}-18`, cgi: 'yhxt', server: '', currency: 'CNY' }
  await saveRecord(deps, admin, {
    ...adjusted,
    kind: 'adjust',
    channel: 'official',
    amount: '1280.00',
    note: '线下展会充值卡，按张补记',
  })
  await saveRecord(deps, admin, {
    ...adjusted,
    kind: 'refund',
    channel: 'huawei',
    amount: '96.00',
    note: '客服工单 20881，渠道后台直接退款',
  })
  const said: {
    cgi: string
    channel: string
    by: (ours: number) => number
    settled?: string
    note?: string
  }[] = [
    { cgi: 'yhxt', channel: 'huawei', by: (ours) => ours },
    { cgi: 'yhxt', channel: 'appstore', by: (ours) => ours - 648, note: '结算单 2 号' },
    { cgi: 'yhxt', channel: 'xiaomi', by: (ours) => ours + 0.6 },
    {
      cgi: 'fhsg',
      channel: 'oppo',
      by: (ours) => ours - 328,
      settled: '对方按 UTC 切日，末日晚间的一笔算到了下月',
    },
    { cgi: 'fhsg', channel: 'vivo', by: (ours) => ours * 0.97 },
    { cgi: 'xgwy', channel: 'bilibili', by: (ours) => ours },
  ]
  const base = {
    kind: 'statement' as const,
    period: month,
    server: '',
    currency: 'CNY',
    basis: 'net' as const,
  }
  for (const { cgi, channel, note = '' } of said)
    await saveRecord(deps, admin, { ...base, cgi, channel, amount: '0', note })
  const { rows } = await listRecords(deps, admin, {})
  for (const { cgi, channel, by, settled } of said) {
    const row = rows.find((one) => one.kind === 'statement' && one.cgi === cgi && one.channel === channel)
    if (!row?.match?.ours) continue
    const amount = by(Number(row.match.ours)).toFixed(2)
    await saveRecord(deps, admin, { ...base, id: row.id, cgi, channel, amount, note: row.note })
    if (settled !== undefined) await settleRecord(deps, admin, row.id, { reason: settled, settled: true })
  }
}
