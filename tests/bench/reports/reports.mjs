// The reports that are measured, of every kind, each with the SQL that a person would write for the same figures:
// its rows and its total, over the same days.

const daysIn = (column, from, until) => `${column} >= '${from}' AND ${column} < '${until}'`
const dayAfter = (day, days = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
/** Both ends included, as reports ask; `until` as SQL does. */
const range = (from, to) => ({ dateRange: { from, to }, until: dayAfter(to) })

const year = range('2025-01-01', '2025-12-31')
const quarter = range('2025-07-01', '2025-09-28')
const june = range('2025-06-01', '2025-06-30')
const within = ({ dateRange, until }, column = 'pay_date') => daysIn(column, dateRange.from, until)

const returnDays = [1, 3, 7, 14, 30]
const bounds = [0, 30, 98, 328, 648, 2000]
const bucket = `CASE ${bounds
  .slice(1)
  .map((bound, at) => `WHEN v < ${bound} THEN ${at}`)
  .join(' ')} ELSE ${bounds.length - 1} END`

/** Players of each cohort who came back, by a column of the cohort, and in all. */
function retentionSql(cohort, by, { dateRange, until }) {
  const last = dayAfter(until, returnDays.at(-1))
  const figures = (count) => returnDays.map((day) => `${count} FILTER (n = ${day}) AS r${day}`).join(', ')
  const rates = (size) => returnDays.map((day) => `r${day}, r${day} / ${size}`).join(', ')
  return `WITH e AS MATERIALIZED (${cohort}),
    b AS MATERIALIZED (
      SELECT DISTINCT e.player_id, e.${by} AS k, l.login_date - e.first AS n
      FROM bench_login l JOIN e ON e.player_id = l.player_id
      WHERE ${daysIn('l.login_date', dateRange.from, last)} AND l.login_date - e.first IN (${returnDays.join(', ')})
    ),
    s AS (SELECT ${by} AS k, count(*) AS size FROM e GROUP BY 1),
    r AS (SELECT k, ${figures('count(*)')} FROM b GROUP BY 1),
    t AS (SELECT (SELECT count(*) FROM e) AS size, ${figures('count(*)')} FROM b)
    SELECT k, size, ${rates('size')} FROM s LEFT JOIN r USING (k)
    UNION ALL SELECT NULL, size, ${rates('size')} FROM t
    ORDER BY 1 DESC`
}

const registered = (days) =>
  `SELECT player_id, channel, register_date AS first FROM bench_register WHERE ${within(days, 'register_date')}`
const firstLogins = ({ dateRange, until }) =>
  `SELECT player_id, min(login_date) AS first FROM bench_login WHERE login_date < '${until}'
    GROUP BY 1 HAVING min(login_date) >= '${dateRange.from}'`

const funnelSql = (days) => `WITH s1 AS MATERIALIZED (${registered(days)}),
    s2 AS MATERIALIZED (
      SELECT s1.player_id, s1.first, min(login_date) AS at FROM bench_login l JOIN s1 USING (player_id)
      WHERE ${daysIn('login_date', days.dateRange.from, dayAfter(days.until, 7))}
        AND login_date BETWEEN s1.first AND s1.first + 7 GROUP BY ALL
    ),
    s3 AS MATERIALIZED (
      SELECT s2.player_id, min(order_time) AS at FROM bench_order o JOIN s2 USING (player_id)
      WHERE ${daysIn('order_date', days.dateRange.from, dayAfter(days.until, 7))}
        AND order_date BETWEEN s2.at AND s2.first + 7 GROUP BY ALL
    )
    SELECT s1.channel, count(s1.player_id) AS a, count(s2.player_id) AS b,
      count(s3.player_id) AS c, b / a, c / b, c / a
    FROM s1 LEFT JOIN s2 USING (player_id) LEFT JOIN s3 USING (player_id)
    GROUP BY ROLLUP (s1.channel) ORDER BY 2 DESC`

const distributionSql = (days) => `WITH p AS MATERIALIZED (
      SELECT player_id, sum(amount) AS v FROM bench_order WHERE ${within(days, 'order_date')} GROUP BY ALL
    ), t AS (SELECT count(*) AS all_n, sum(v) AS all_v FROM p)
    SELECT ${bucket} AS b, count(*) AS n, count(*) / any_value(all_n), sum(v)
    FROM p, t GROUP BY 1
    UNION ALL SELECT NULL, all_n, 1, all_v FROM t ORDER BY 1`

const averageSql = (days) =>
  ['channel,', ''].map(
    (dimension) =>
      `SELECT ${dimension} count(DISTINCT player_id), sum(amount) / count(DISTINCT player_id) FROM bench_pay
        WHERE ${within(days)} ${dimension ? 'GROUP BY 1 ORDER BY 2 DESC' : ''}`,
  )

const valueDays = [1, 7, 30, 60]

/** What the players registered in these days paid in their first n days; all these days are over. */
function valueSql(days) {
  const most = valueDays.at(-1)
  const figures = valueDays.map((day) => `sum(v${day}), sum(v${day}) / sum(n)`).join(', ')
  const sums = valueDays.map((day) => `sum(v) FILTER (age < ${day}) AS v${day}`).join(', ')
  const paid = `SELECT e.channel, e.first, order_date - e.first AS age, sum(amount) AS v
      FROM bench_order o JOIN e USING (player_id)
      WHERE ${daysIn('order_date', days.dateRange.from, dayAfter(days.until, most - 1))}
        AND order_date - e.first BETWEEN 0 AND ${most - 1} GROUP BY ALL`
  return `WITH e AS MATERIALIZED (${registered(days)}),
    p AS (SELECT channel, first, ${sums} FROM (${paid}) GROUP BY ALL),
    s AS (SELECT channel, first, count(*) AS n FROM e GROUP BY ALL),
    c AS MATERIALIZED (SELECT * FROM s LEFT JOIN p USING (channel, first))
    SELECT channel, sum(n) AS size, ${figures} FROM c GROUP BY 1
    UNION ALL SELECT NULL, sum(n), ${figures} FROM c
    ORDER BY 2 DESC`
}

/** `info` asks, `bare` are the statements for the same. */
export function allReports(ids) {
  const { date, channel, region, amount, players, average } = ids
  // A whole month is compared with the whole month before.
  const may = range('2025-05-01', '2025-05-31')
  const before = range('2025-05-02', '2025-05-31')
  return [
    {
      name: '金额 by day, a year',
      info: { dims: [date], points: [amount], dateRange: year.dateRange },
      bare: [
        `SELECT pay_date, sum(amount) FROM bench_pay WHERE ${within(year)} GROUP BY 1 ORDER BY 1 DESC`,
        `SELECT sum(amount) FROM bench_pay WHERE ${within(year)}`,
      ],
    },
    {
      name: '金额 by day × channel, 90 days',
      info: { dims: [date, channel], points: [amount], dateRange: quarter.dateRange },
      bare: [
        `SELECT pay_date, channel, sum(amount) FROM bench_pay WHERE ${within(quarter)} GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
        `SELECT sum(amount) FROM bench_pay WHERE ${within(quarter)}`,
      ],
    },
    {
      name: '金额 by region of a joined table, a year',
      info: { dims: [region], points: [amount], dateRange: year.dateRange },
      bare: [
        `SELECT region, sum(amount) FROM bench_pay LEFT JOIN bench_server USING (server_id) WHERE ${within(year)}
          GROUP BY 1 ORDER BY 2 DESC`,
        `SELECT sum(amount) FROM bench_pay WHERE ${within(year)}`,
      ],
    },
    {
      name: '付费用户, ARPPU by channel, 30 days',
      info: { dims: [channel], points: [players, average], dateRange: june.dateRange },
      bare: averageSql(june),
    },
    {
      name: '付费用户 by day, a year',
      info: { dims: [date], points: [players], dateRange: year.dateRange },
      bare: [
        `SELECT pay_date, count(DISTINCT player_id) FROM bench_pay WHERE ${within(year)} GROUP BY 1 ORDER BY 1 DESC`,
        `SELECT count(DISTINCT player_id) FROM bench_pay WHERE ${within(year)}`,
      ],
    },
    {
      name: 'subtotals of 金额, 付费用户 by region and channel, 30 days',
      info: {
        dims: [region, channel],
        points: [amount, players],
        subtotals: true,
        dateRange: june.dateRange,
      },
      bare: [
        `SELECT region, channel, sum(amount), count(DISTINCT player_id)
          FROM bench_pay LEFT JOIN bench_server USING (server_id) WHERE ${within(june)}
          GROUP BY ROLLUP (region, channel) ORDER BY region NULLS FIRST, channel NULLS FIRST`,
      ],
    },
    {
      name: 'share of 金额 by channel, a year',
      info: { dims: [channel], points: [amount], shares: [amount], dateRange: year.dateRange },
      bare: [
        `SELECT channel, sum(amount) AS a, a / sum(a) OVER () FROM bench_pay WHERE ${within(year)} GROUP BY 1
          ORDER BY 2 DESC`,
        `SELECT sum(amount) FROM bench_pay WHERE ${within(year)}`,
      ],
    },
    {
      name: 'first 10 channels and the rest, 金额 and 付费用户, 30 days',
      info: {
        dims: [channel],
        points: [amount, players],
        top: { dim: channel, count: 10, by: amount },
        dateRange: june.dateRange,
      },
      bare: [
        `WITH k AS (
            SELECT channel, row_number() OVER (ORDER BY sum(amount) DESC) AS place
            FROM bench_pay WHERE ${within(june)} GROUP BY 1
          )
          SELECT CASE WHEN place <= 10 THEN channel END AS c, sum(amount), count(DISTINCT player_id)
          FROM bench_pay JOIN k USING (channel) WHERE ${within(june)} GROUP BY 1 ORDER BY 2 DESC`,
        `SELECT sum(amount), count(DISTINCT player_id) FROM bench_pay WHERE ${within(june)}`,
      ],
    },
    {
      name: '金额 by day beside the day before, 30 days',
      info: { dims: [date], points: [amount], compare: 'previous', dateRange: june.dateRange },
      bare: [
        `WITH t AS (
            SELECT pay_date AS d, sum(amount) AS a FROM bench_pay
            WHERE ${daysIn('pay_date', '2025-05-31', june.until)} GROUP BY 1
          )
          SELECT t.d, t.a, p.a, t.a / p.a - 1 FROM t LEFT JOIN t AS p ON p.d = t.d - 1
          WHERE t.d >= '2025-06-01' ORDER BY 1 DESC`,
        `SELECT sum(amount) FILTER (pay_date >= '2025-06-01') AS a, sum(amount) FILTER (pay_date < '2025-06-01') AS p,
            a / p - 1
          FROM bench_pay WHERE ${daysIn('pay_date', may.dateRange.from, june.until)}`,
      ],
    },
    {
      name: '付费用户 by channel beside another 30 days',
      info: {
        dims: [channel],
        points: [players],
        compare: 'range',
        compareRange: before.dateRange,
        dateRange: june.dateRange,
      },
      bare: ['channel', 'NULL'].map(
        (dimension) =>
          `WITH t AS (SELECT ${dimension} AS k, count(DISTINCT player_id) AS a FROM bench_pay WHERE ${within(june)} GROUP BY ALL),
            p AS (SELECT ${dimension} AS k, count(DISTINCT player_id) AS a FROM bench_pay WHERE ${within(before)} GROUP BY ALL)
          SELECT t.k, t.a, p.a, t.a / p.a - 1 FROM t LEFT JOIN p ON p.k IS NOT DISTINCT FROM t.k ORDER BY 2 DESC`,
      ),
    },
    {
      name: '金额 by day and channel with missing days filled, 90 days',
      info: { dims: [date, channel], points: [amount], fillDates: true, dateRange: quarter.dateRange },
      bare: [
        `WITH t AS (SELECT pay_date, channel, sum(amount) AS a FROM bench_pay WHERE ${within(quarter)} GROUP BY 1, 2)
          SELECT d.day::DATE, c.channel, coalesce(t.a, 0)
          FROM range(DATE '${quarter.dateRange.from}', DATE '${quarter.until}', INTERVAL 1 DAY) AS d(day)
          CROSS JOIN (SELECT DISTINCT channel FROM t) AS c
          LEFT JOIN t ON t.pay_date = d.day AND t.channel IS NOT DISTINCT FROM c.channel ORDER BY 1 DESC, 2`,
        `SELECT sum(amount) FROM bench_pay WHERE ${within(quarter)}`,
      ],
    },
    {
      name: '余额 by day, 90 days',
      info: { dims: [date], points: [ids.balance], dateRange: quarter.dateRange },
      bare: [
        `SELECT balance_date, sum(balance) FROM bench_balance WHERE ${within(quarter, 'balance_date')} GROUP BY 1
          ORDER BY 1 DESC`,
        `SELECT sum(b) FROM (
            SELECT arg_max(balance, balance_date) AS b FROM bench_balance
            WHERE ${within(quarter, 'balance_date')} GROUP BY server_id, item_id
          )`,
      ],
    },
    {
      name: '余额 by region, 30 days',
      info: { dims: [region], points: [ids.balance], dateRange: june.dateRange },
      bare: [
        `WITH s AS (
            SELECT server_id, item_id, arg_max(balance, balance_date) AS b FROM bench_balance
            WHERE ${within(june, 'balance_date')} GROUP BY 1, 2
          )
          SELECT region, sum(b) FROM s LEFT JOIN bench_server USING (server_id) GROUP BY ROLLUP (region)
          ORDER BY 2 DESC`,
      ],
    },
    {
      name: 'retention of 新增用户 by day, 30 days',
      info: retention([date], [ids.registered, ids.active], june),
      bare: [retentionSql(registered(june), 'first', june)],
    },
    {
      name: 'retention of 新增用户 by channel, 30 days',
      info: retention([channel], [ids.registered, ids.active], june),
      bare: [retentionSql(registered(june), 'channel', june)],
    },
    {
      name: 'retention of first log-ins by day, 30 days',
      info: retention([date], [ids.active, ids.active], june),
      bare: [retentionSql(firstLogins(june), 'first', june)],
    },
    {
      name: 'funnel of three steps by channel, 30 days',
      info: funnel(ids, june),
      bare: [funnelSql(june)],
    },
    {
      name: 'distribution of 下单金额 over players, 30 days',
      info: distribution(ids, june),
      bare: [distributionSql(june)],
    },
    {
      name: 'LTV by channel, of players registered in 30 days',
      info: {
        kind: 'ltv',
        dims: [channel],
        points: [ids.registered, ids.spent],
        dateRange: june.dateRange,
        ltv: { days: valueDays },
      },
      bare: [valueSql(june)],
    },
    {
      name: 'distribution of 下单金额 over players, a year',
      info: distribution(ids, year),
      bare: [distributionSql(year)],
    },
  ]
}

const retention = (dims, points, { dateRange }) => ({
  kind: 'retention',
  dims,
  points,
  dateRange,
  retention: { days: returnDays },
})
const funnel = ({ channel, registered: first, active, buyers }, { dateRange }) => ({
  kind: 'funnel',
  dims: [channel],
  points: [first, active, buyers],
  dateRange,
  funnel: { windowDays: 7 },
})
const distribution = ({ buyers, spent }, { dateRange }) => ({
  kind: 'distribution',
  dims: [],
  points: [buyers, spent],
  dateRange,
  distribution: { bounds },
})

/** Ten views of three reports, each of its own month: what fifty people open at once. */
export function rushViews(ids) {
  return Array.from({ length: 10 }, (_, at) => {
    const from = `2025-${String(at + 1).padStart(2, '0')}-01`
    const month = range(from, dayAfter(from, 27))
    return [
      {
        name: '分渠道',
        info: { dims: [ids.channel], points: [ids.players, ids.average], dateRange: month.dateRange },
        bare: averageSql(month),
      },
      {
        name: '留存',
        info: retention([ids.date], [ids.registered, ids.active], month),
        bare: [retentionSql(registered(month), 'first', month)],
      },
      { name: '分布', info: distribution(ids, month), bare: [distributionSql(month)] },
    ]
  })
}

/** A light report first, and nine that take their time. */
export function slowView(ids) {
  const reports = allReports(ids)
  const named = (name) => reports.find((report) => report.name.startsWith(name))
  const first = { ...named('金额 by day, a year'), name: '首张' }
  const rest = reports.filter(({ name }) =>
    /retention|funnel|distribution|付费用户 by day|subtotals|first 10|余额/.test(name),
  )
  return [first, ...rest.slice(0, 9).map((report, at) => ({ ...report, name: `报表 ${at + 2}` }))]
}
