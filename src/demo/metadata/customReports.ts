// The demo's custom reports: those the data engineer has published for people who write no SQL, and one
// draft.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { claimNames } from '#server/objects/names.ts'
import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import { customReports } from '#features/custom/server/index.ts'
import type { DictionaryName } from './dictionaries.ts'
import type { UserIds } from './people.ts'

interface DemoParameter {
  name: string
  type: ParameterType
  label: string
  default: ParameterValue
  dictionary?: DictionaryName
}

interface DemoCustomReport {
  name: string
  folder: string
  describe: string
  sql: string
  params: DemoParameter[]
  chart: { type: 'line' | 'bar'; x: string; values: string[] } | null
  published: boolean
}

const days = (start: string): DemoParameter[] => [
  { name: 'start', type: 'date', label: '开始', default: start },
  { name: 'end', type: 'date', label: '结束', default: 'today-1' },
]

const demoReports: DemoCustomReport[] = [
  {
    name: '大额充值玩家',
    folder: '付费',
    describe: '区间内累计充值达到门槛的玩家，按金额从高到低；退款和盗刷不计。',
    sql: `select player_id::varchar as 玩家, cgi as 游戏, sum(amount) as 充值, count(*) as 订单数,
  max(pay_time) as 最近充值
from pay_order
where pay_date between :start and :end and status = 'paid'
group by all
having sum(amount) >= :least
order by 充值 desc, 玩家`,
    params: [...days('today-30'), { name: 'least', type: 'number', label: '门槛（元）', default: 2000 }],
    chart: { type: 'bar', x: '玩家', values: ['充值'] },
    published: true,
  },
  {
    name: '渠道逐日充值',
    folder: '付费',
    describe: '每天各渠道的充值与付费人数。',
    sql: `select pay_date as 日期, channel as 渠道, sum(amount) as 充值, count(distinct player_id) as 付费人数
from pay_order
where pay_date between :start and :end and status = 'paid'
group by all
order by 日期 desc, 充值 desc`,
    params: days('today-14'),
    chart: { type: 'line', x: '日期', values: ['充值'] },
    published: true,
  },
  {
    name: '新服首周',
    folder: '运营',
    describe: '开服后前 7 天的注册和登录，看新服起量。',
    sql: `select s.server_name as 区服, s.open_date as 开服日, count(distinct r.player_id) as 首周注册
from dim_server s
left join register r on r.server_id = s.server_id
  and r.register_date between s.open_date and s.open_date + 6
where s.open_date >= :since
group by all
order by 开服日 desc`,
    params: [{ name: 'since', type: 'date', label: '开服不早于', default: 'today-180' }],
    chart: { type: 'bar', x: '区服', values: ['首周注册'] },
    published: true,
  },
  {
    name: '退款明细',
    folder: '付费',
    describe: '还在核对口径，先不发布。',
    sql: `select pay_time as 时间, order_id as 订单, player_id as 玩家, amount as 金额
from pay_order
where status = 'refunded' and pay_date >= :start
order by 时间 desc`,
    params: [{ name: 'start', type: 'date', label: '开始', default: 'today-7' }],
    chart: null,
    published: false,
  },
]

const hourMs = 3_600_000

export async function makeCustomReports(
  db: Kysely<Database>,
  users: UserIds,
  dictionaries: Record<DictionaryName, number>,
  now: string,
): Promise<void> {
  for (const [index, { params, chart, published, ...report }] of demoReports.entries()) {
    const at = new Date(Date.parse(now) - (index + 1) * 20 * hourMs).toISOString()
    const row = await db
      .insertInto('custom_report')
      .values({
        ...report,
        id: randomBytes(16).toString('base64url'),
        owner_id: users.sql,
        params: JSON.stringify(
          params.map(({ dictionary, ...param }) => ({
            ...param,
            dictId: dictionary === undefined ? null : dictionaries[dictionary],
          })),
        ),
        chart: JSON.stringify(chart),
        query_id: null,
        published: published ? 1 : 0,
        version: 1,
        created_at: at,
        modified_at: at,
        deleted_at: null,
        modified_by: users.sql,
        revision: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await claimNames(db, customReports, row)
  }
}
