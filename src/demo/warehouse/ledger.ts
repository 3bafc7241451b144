// Amounts of orders and refunds, each in its paid currency: the source of 游戏流水.
import { endOf } from './people.ts'
import { chance, values } from './sql.ts'

/** Currency by the player's country; all others pay in CNY. `factor`: price level relative to CNY. */
const currencies = [
  { country: '中国香港', currency: 'HKD', factor: 1.1, digits: 1 },
  { country: '中国台湾', currency: 'TWD', factor: 4.5, digits: 0 },
  { country: '新加坡', currency: 'SGD', factor: 0.19, digits: 2 },
  { country: '马来西亚', currency: 'MYR', factor: 0.66, digits: 1 },
  { country: '美国', currency: 'USD', factor: 0.15, digits: 2 },
]

/**
 * A refund follows within twenty days, often in the next month. Orders with stolen cards are never settled.
 */
export function payLedger(today: string): string {
  const u = chance('player_id % 1000000 * 4194304 + epoch(pay_time)::BIGINT % 4194304', 55)
  return `CREATE TABLE pay_ledger AS
    WITH told AS (
      SELECT o.pay_time, o.cgi, o.server_id, o.channel, o.order_id, o.status, coalesce(c.currency, 'CNY') AS currency,
        (CASE WHEN c.digits = 0 THEN round(o.amount * c.factor) WHEN c.digits = 1 THEN round(o.amount * c.factor, 1)
          WHEN c.digits = 2 THEN round(o.amount * c.factor, 2) ELSE o.amount END)::DECIMAL(12,2) AS amount,
        o.pay_time + to_hours(2 + floor(${u} * 480)::INTEGER) AS back_time
      FROM pay_order o LEFT JOIN register r USING (cgi, player_id)
      LEFT JOIN ${values(currencies.map((one) => [one.country, one.currency, one.factor, one.digits]))}
        c(country, currency, factor, digits) ON c.country = r.country
      WHERE o.status <> 'fraud'
    ), moved AS (
      SELECT pay_time AS entry_time, 'pay' AS kind, * EXCLUDE (pay_time, back_time, status) FROM told
      UNION ALL
      SELECT back_time, 'refund', * EXCLUDE (pay_time, back_time, status) FROM told
      WHERE status = 'refunded' AND back_time <= ${endOf(today)}
    )
    SELECT entry_time, entry_time::DATE AS entry_date, cgi, server_id, channel, kind, order_id, currency, amount
    FROM moved ORDER BY entry_time, order_id, kind`
}

export const ledgerComment: [comment: string, columns: Record<string, string>] = [
  '资金流水：每笔支付、每笔退款一行，原币金额',
  {
    entry_time: '入账时间',
    entry_date: '入账日期',
    kind: '类别：pay 支付、refund 退款',
    order_id: '订单号',
    currency: '币种',
    amount: '金额（原币）',
  },
]
