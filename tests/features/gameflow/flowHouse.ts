// A test server with a ledger of two games, and plain sums over the same rows.
import { type HouseOptions, makeHouse } from '#tests/factories/house.ts'
import type { Store } from '#tests/factories/stores.ts'

export interface Fact {
  day: string
  cgi: string
  channel: string
  server: string
  kind: 'pay' | 'refund'
  currency: string
  /** Amount in hundredths. */
  cents: number
}

/** Amounts that binary fractions cannot represent, in three currencies, over two months. */
export const facts: Fact[] = Array.from({ length: 240 }, (_, at) => ({
  day: `2026-0${1 + (at % 2)}-${String(1 + ((at * 7) % 28)).padStart(2, '0')}`,
  cgi: at % 3 === 0 ? 'b' : 'a',
  channel: ['hw', 'ios', ''][(at >> 1) % 3] ?? '',
  server: String(1 + (at % 4)),
  kind: at % 9 === 0 ? 'refund' : 'pay',
  currency: at % 5 === 0 ? 'USD' : at % 7 === 0 ? 'JPY' : 'CNY',
  cents: at % 7 === 0 && at % 5 !== 0 ? 100 * (at + 3) : 10 * at + 7,
}))

const rowOf = ({ day, cgi, channel, server, kind, currency, cents }: Fact) =>
  `(DATE '${day}', '${cgi}', ${channel === '' ? 'NULL' : `'${channel}'`}, '${server}', '${kind}', '${currency}', ${(cents / 100).toFixed(2)})`

const place = (kind: string) => ({
  table: 'ledger',
  day: 'day',
  game: 'cgi',
  channel: 'channel',
  server: 'server',
  currency: 'currency',
  fixedCurrency: 'CNY',
  amount: 'amount',
  where: { column: 'kind', values: [kind] },
})
export const definition = { orders: place('pay'), refunds: place('refund'), unit: 'major' as const }

export async function makeFlowHouse(store: Store | null, options: HouseOptions = {}) {
  const made = store ? await store.make() : {}
  const house = await makeHouse({
    ...made,
    ...options,
    warehouseSql: [
      'CREATE TABLE ledger(day DATE, cgi VARCHAR, channel VARCHAR, server VARCHAR, kind VARCHAR, currency VARCHAR, amount DECIMAL(12,2))',
      `INSERT INTO ledger VALUES ${facts.map(rowOf).join(', ')}`,
    ],
  })
  await house.deps.metadata.db
    .insertInto('game')
    .values(['a', 'b'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  return house
}
