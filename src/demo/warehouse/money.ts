// Orders, advertising costs, and balances of virtual currencies.
import { channelPay, moment } from './activity.ts'
import { endOf, platform } from './people.ts'
import { campaigns, channels, currencies, fraud, items } from './plan.ts'
import { chance, element, pick, text, values } from './sql.ts'

const itemOf = (number: string) =>
  pick(
    number,
    items.map((item) => ({ value: String(item.id), share: item.share })),
    String(items[0]?.id),
  )

export function payOrder(today: string): string {
  const u = (salt: number) => chance('((a.player_id * 1024 + a.day) * 4 + n)', salt)
  const buys = `CASE WHEN ${chance('(a.player_id * 1024 + a.day)', 31)}
      < a.inclination * a.pay_factor * ${channelPay.replaceAll('CASE channel', 'CASE a.channel')}
        * (1 + 0.5 * a.fresh) * (0.8 + 0.2 * a.factor)
    THEN 1 + floor(2.6 * pow(${chance('(a.player_id * 1024 + a.day)', 32)}, 2)) ELSE 0 END`
  // Eager payers choose more expensive goods.
  const taste = `least(0.999999, pow(${u(33)}, CASE WHEN a.inclination > 0.5 THEN 0.45 WHEN a.inclination > 0.2 THEN 0.8 ELSE 1.2 END))`
  return `CREATE TABLE pay_order AS
    WITH bought AS (
      SELECT ${moment(u, 34)} AS pay_time, a.cgi, a.server_id, a.channel, a.platform, a.player_id,
        a.cgi || a.player_id || '-' || a.day || '-' || n AS key, ${itemOf(taste)} AS item_id,
        CASE WHEN ${u(36)} < 0.012 THEN 'refunded' ELSE 'paid' END AS status,
        ${u(37)} AS late, ${u(38)} AS delay
      FROM (SELECT a.*, unnest(range((${buys})::BIGINT)) AS n FROM activity a) a
      UNION ALL ${fraudulent()}
    ), loaded AS (
      SELECT *, pay_time + CASE WHEN late < 0.006 THEN to_hours(20 + floor(delay * 80)::INTEGER)
        ELSE to_seconds(30 + floor(delay * 900)::INTEGER) END AS load_time
      FROM bought WHERE pay_time <= ${endOf(today)}
    )
    SELECT pay_time, pay_time::DATE AS pay_date, cgi, server_id, channel, platform, player_id,
      strftime(pay_time, '%Y%m%d') || '-' || substr(md5(key), 1, 16) AS order_id, item_id,
      price::DECIMAL(12,2) AS amount, status,
      row_number() OVER (PARTITION BY cgi, player_id ORDER BY pay_time, key) = 1 AS is_first, load_time,
      ${payChannel} AS pay_channel
    FROM loaded JOIN dim_item USING (item_id) WHERE load_time <= ${endOf(today)} ORDER BY pay_time`
}

const stores = channels.filter(({ type, channel }) => type === '应用商店' && channel !== 'appstore')

/** iPhones pay through Apple wherever the player comes from; most others pay in their store, or directly. */
const payChannel = `CASE WHEN platform = 'iOS' THEN 'appstore'
  WHEN channel IN (${stores.map(({ channel }) => text(channel)).join(', ')}) AND ${chance('player_id', 57)} < 0.8 THEN channel
  WHEN platform = 'Android' AND ${chance('player_id', 58)} < 0.3
    THEN ${element(
      stores.map(({ channel }) => channel),
      chance('player_id', 59),
    )}
  ELSE 'official' END`

/**
 * Orders of one day with stolen cards: a few hundred accounts of one channel, the most expensive good, at
 * night.
 */
function fraudulent(): string {
  const u = (salt: number) => chance('(player_id * 64 + n)', salt)
  return `SELECT (SELECT date FROM days WHERE index = ${fraud.day}) + to_seconds(3600 + floor(${u(40)} * 14000)::INTEGER),
      cgi, server_id, channel, ${platform}, player_id, player_id || '-fraud-' || n, ${fraud.itemId}, 'fraud', 1.0, ${u(41)}
    FROM (
      SELECT *, unnest(range(${fraud.ordersEach})) AS n FROM (
        FROM players WHERE cgi = ${text(fraud.cgi)} AND channel = ${text(fraud.channel)} AND day < ${fraud.day}
        ORDER BY hash(player_id) LIMIT ${fraud.players}
      )
    )`
}

/** Costs follow the registrations they brought; today's bills have not arrived yet. */
export function adCost(today: string): string {
  const paid = channels.filter((channel) => channel.installPrice > 0)
  const u = (salt: number) => chance('(number * 1024 + index) * 64 + ordinal', salt)
  return `CREATE TABLE ad_cost AS
    WITH brought AS (
      SELECT cgi, register_date AS cost_date, channel, count(*) AS registrations FROM register GROUP BY ALL
    ), bought AS (
      SELECT d.date AS cost_date, d.cgi, d.number, d.index, c.channel, c.price, k.campaign, k.share,
        c.ordinal * 8 + k.ordinal AS ordinal, coalesce(b.registrations, 0) AS registrations
      FROM game_days d
      CROSS JOIN ${values(paid.map((c, index) => [c.channel, c.installPrice, index]))} c(channel, price, ordinal)
      CROSS JOIN ${values(campaigns.map((name, index) => [name, [0.5, 0.35, 0.15][index] as number, index]))} k(campaign, share, ordinal)
      LEFT JOIN brought b ON b.cgi = d.cgi AND b.cost_date = d.date AND b.channel = c.channel
      WHERE d.date < DATE ${text(today)}
    ), counted AS (
      SELECT *, floor(registrations * share * (1.08 + 0.14 * ${u(42)}) + ${u(43)})::BIGINT AS installs FROM bought
    ), clicked AS (
      SELECT *, floor(installs * (14 + 8 * ${u(44)}) + 20 * ${u(45)})::BIGINT AS clicks FROM counted
    )
    SELECT cost_date, cgi, channel, campaign,
      round(installs * price * (0.85 + 0.3 * ${u(46)}) + clicks * 0.05, 2)::DECIMAL(14,2) AS cost,
      floor(clicks * (28 + 20 * ${u(47)}))::BIGINT AS impressions, clicks, installs
    FROM clicked ORDER BY cost_date, cgi, channel, campaign`
}

/** Each server's balance at the end of each day; today has not ended. */
export function currencyBalance(today: string): string {
  return `CREATE TABLE currency_balance AS
    WITH opened AS (
      SELECT s.server_id, s.cgi, d.index, d.date, c.currency, c.base, c.ordinal,
        d.index - min(d.index) OVER (PARTITION BY s.server_id) AS age
      FROM dim_server s JOIN days d ON d.date >= s.open_date AND d.date < DATE ${text(today)}
      CROSS JOIN ${values(currencies.map((c, index) => [c.currency, c.base, index]))} c(currency, base, ordinal)
    )
    SELECT date AS balance_date, cgi, server_id, currency,
      round(base * (0.35 + 0.65 * (1 - exp(-age / 120.0)))
        * exp(sum(0.012 * (${chance('(server_id * 1024 + index) * 8 + ordinal', 50)} - 0.5))
          OVER (PARTITION BY server_id, currency ORDER BY index)))::BIGINT AS balance
    FROM opened ORDER BY balance_date, server_id, currency`
}
