// The demo's folders, views and reports: what an operations team looks at day by day.
import type {
  Calculation,
  ChartKind,
  Comparison,
  Grain,
  RelativeRange,
  ReportInfo,
} from '#semantic/model/types.ts'
import { type DemoTile, dailyBoard } from './dailyBoard.ts'
import type { DimensionName } from './dimensions.ts'
import type { DemoUser } from './people.ts'
import type { PointName } from './points.ts'

export interface DemoReport {
  name: string
  remark?: string
  dims: DimensionName[]
  points: PointName[]
  /** `springFestival`: the days around the latest one. */
  range: RelativeRange | 'springFestival'
  grain?: Grain
  /** Retention, LTV, activity, funnel or distribution; otherwise a table. */
  cohorts?: Pick<
    ReportInfo,
    'kind' | 'retention' | 'ltv' | 'activity' | 'funnel' | 'distribution' | 'columns' | 'heat'
  >
  compare?: Comparison
  subtotals?: true
  fillDates?: true
  shares?: PointName[]
  calculations?: (Pick<Calculation, 'kind' | 'periods'> & { of: PointName })[]
  /** The top values of a dimension; the rest is 其他. */
  top?: { dim: DimensionName; count: number; by: PointName }
  chart?: ChartKind
  /** Dimensions whose values become columns. */
  pivot?: DimensionName[]
  /** Filter controls, with nothing chosen unless values are given. */
  controls?: (DimensionName | [DimensionName, values: string[]])[]
  /** Sorted by this point, the largest first; otherwise by date, the latest first. */
  by?: PointName
  limit?: number
}

export interface DemoView {
  name: string
  /** Shared by admin unless given. */
  privateOf?: DemoUser
  reports: DemoReport[]
  /** Arranged by hand; without one the reports make it. */
  board?: DemoTile[]
}

export interface DemoFolder {
  name: string
  folders?: DemoFolder[]
  views: DemoView[]
}

const usual: DimensionName[] = ['游戏', '渠道', '平台']

export const folders: DemoFolder[] = [
  {
    name: '经营大盘',
    views: [
      {
        name: '经营日报',
        board: dailyBoard,
        reports: [
          {
            name: '核心指标',
            remark: '当日数据未完结，充值金额以次日 10:00 后为准。\n口径见「指标口径手册」。',
            dims: ['日期'],
            points: ['活跃用户', '新增用户', '充值金额', '付费用户', '付费率', 'ARPU', 'ARPPU'],
            range: 'last30',
            compare: 'previous',
            controls: usual,
          },
          {
            name: '分渠道',
            dims: ['渠道'],
            points: ['活跃用户', '新增用户', '充值金额', '付费用户', '付费率', 'ARPU'],
            range: 'last30',
            controls: usual,
            by: '充值金额',
          },
          {
            name: '分服',
            dims: ['游戏', '区服'],
            points: ['活跃用户', '新增用户', '充值金额', '付费用户', '付费率', 'ARPU'],
            range: 'last30',
            controls: ['游戏', '地区'],
            by: '充值金额',
          },
          {
            name: '分平台',
            dims: ['日期', '平台'],
            points: ['活跃用户', '新增用户', '充值金额', '付费率', 'ARPU'],
            range: 'last14',
            chart: 'stacked',
            controls: ['游戏', '渠道'],
          },
        ],
      },
      {
        name: '实时概览',
        reports: [
          {
            name: '今日分时',
            remark: '最近一小时未完结。',
            dims: ['时间'],
            points: ['新增用户', '充值金额', '充值订单数', '付费用户'],
            range: 'today',
            grain: 'hour',
            controls: ['游戏', '渠道'],
          },
          {
            name: '在线人数',
            dims: ['时间'],
            points: ['单服最高在线', '单服平均在线'],
            range: 'today',
            grain: 'hour',
            controls: ['游戏', '区服'],
          },
        ],
      },
      {
        name: '渠道日报',
        reports: [
          {
            name: '渠道明细',
            dims: ['日期', '渠道'],
            points: ['新增用户', '活跃用户', '充值金额', '付费用户', '付费率', 'ARPU', 'ARPPU'],
            range: 'last7',
            controls: ['游戏', '渠道', '渠道类型'],
          },
          {
            name: '前 10 渠道',
            remark: '按充值金额取前 10 个渠道，其余计入「其他」。',
            dims: ['渠道'],
            points: ['充值金额', '付费用户', 'ARPPU', '新增用户'],
            range: 'last30',
            top: { dim: '渠道', count: 10, by: '充值金额' },
            shares: ['充值金额', '付费用户'],
            chart: 'bar',
            controls: ['游戏', '平台'],
            by: '充值金额',
          },
          {
            name: '渠道走势',
            dims: ['日期', '渠道'],
            points: ['充值金额'],
            range: 'last30',
            top: { dim: '渠道', count: 5, by: '充值金额' },
            chart: 'stacked',
            pivot: ['渠道'],
            controls: ['游戏'],
          },
          {
            name: '渠道类型汇总',
            dims: ['渠道类型'],
            points: ['新增用户', '充值金额', '充值订单数', '客单价'],
            range: 'last30',
            shares: ['充值金额'],
            chart: 'pie',
            controls: ['游戏'],
            by: '充值金额',
          },
        ],
      },
      {
        name: '分服日报',
        reports: [
          {
            name: '区服明细',
            dims: ['日期', '区服'],
            points: ['活跃用户', '新增用户', '充值金额', '付费率', 'ARPU'],
            range: 'last7',
            controls: ['游戏', '区服', '地区'],
          },
          {
            name: '地区小计',
            dims: ['地区', '区服'],
            points: ['活跃用户', '新增用户', '充值金额', '付费率', 'ARPU'],
            range: 'last7',
            subtotals: true,
            shares: ['充值金额'],
            controls: ['游戏', '地区'],
            by: '充值金额',
          },
          {
            name: '重点区服',
            remark: '充值金额最高的 20 个区服。',
            dims: ['区服', '地区'],
            points: ['充值金额', '付费用户', 'ARPPU', '活跃用户'],
            range: 'last30',
            controls: ['游戏'],
            by: '充值金额',
            limit: 20,
          },
        ],
      },
      {
        name: '长线月报',
        reports: [
          {
            name: '月度趋势',
            dims: ['日期'],
            points: ['活跃用户', '新增用户', '充值金额', '付费用户', 'ARPU', '广告消耗', 'ROI'],
            range: 'last365',
            grain: 'month',
            compare: 'year',
            controls: ['游戏'],
          },
          {
            name: '周度趋势',
            dims: ['日期'],
            points: ['活跃用户', '新增用户', '充值金额', '人均在线时长'],
            range: 'last90',
            grain: 'week',
            compare: 'year52',
            calculations: [
              { of: '活跃用户', kind: 'average', periods: 4 },
              { of: '充值金额', kind: 'running' },
            ],
            controls: ['游戏'],
          },
          {
            name: '春节对比',
            remark: '最近一次春节前后，与上一年春节按农历对齐。',
            dims: ['日期'],
            points: ['活跃用户', '新增用户', '充值金额', '付费率'],
            range: 'springFestival',
            compare: 'lunar',
            controls: ['游戏'],
          },
        ],
      },
    ],
  },
  {
    name: '活跃与新增',
    views: [
      {
        name: '活跃日报',
        reports: [
          {
            name: '活跃质量',
            dims: ['日期'],
            points: ['活跃用户', '登录次数', '在线时长', '人均在线时长', '人均登录次数', '重度活跃占比'],
            range: 'last30',
            controls: ['游戏', '渠道', '平台', '等级'],
          },
          {
            name: '等级分布',
            dims: ['等级段'],
            points: ['活跃用户', '重度活跃用户', '人均在线时长', '最高等级'],
            range: 'last7',
            controls: ['游戏', '渠道'],
          },
        ],
      },
      {
        name: '新增质量',
        reports: [
          {
            name: '新增与转化',
            dims: ['日期'],
            points: ['新增用户', '新增占比', '首充用户', '新增付费转化率', '首充金额'],
            range: 'last30',
            controls: usual,
          },
          {
            name: '注册时段',
            remark: '按注册的小时看新增，排查异常注册。',
            dims: ['时间'],
            points: ['新增用户'],
            range: 'last7',
            grain: 'hour',
            controls: ['游戏', '渠道', '国家和地区'],
          },
        ],
      },
      {
        name: '留存分析',
        reports: [
          {
            name: '留存报表',
            remark: '新增当日为第 0 日；合计只计已满该日的新增。',
            dims: ['日期'],
            points: ['新增用户', '活跃用户'],
            range: 'last30',
            cohorts: { kind: 'retention', retention: { days: [1, 3, 7, 14, 30] } },
            chart: 'heatmap',
            controls: usual,
          },
          {
            name: '分渠道留存',
            dims: ['渠道'],
            points: ['新增用户', '活跃用户'],
            range: 'last30',
            cohorts: { kind: 'retention', retention: { days: [1, 3, 7] } },
            controls: ['游戏', '平台'],
          },
          {
            name: '首充复购',
            remark: '首充后第 n 日又有充值的玩家。',
            dims: ['日期'],
            points: ['首充用户', '付费用户'],
            range: 'last90',
            grain: 'week',
            cohorts: { kind: 'retention', retention: { days: [1, 3, 7, 14, 30] } },
            controls: ['游戏', '渠道'],
          },
        ],
      },
      {
        name: '留存的另几种算法',
        reports: [
          {
            name: '新版本的留存',
            remark: '萌宠小院最近一个版本上线后新来的玩家，次日和 3 日留存明显低于之前，请看上线前后的各行。',
            dims: ['日期'],
            points: ['新增用户', '活跃用户'],
            range: 'last30',
            cohorts: { kind: 'retention', retention: { days: [1, 2, 3, 7] } },
            chart: 'line',
            controls: [['游戏', ['mcxy']], '渠道'],
          },
          {
            name: '每周新增的周留存',
            remark: '自然周，周一到周日；第 0 周是首日所在的周。曲线每条是一周的新增。',
            dims: ['日期'],
            points: ['新增用户', '活跃用户'],
            range: 'last90',
            grain: 'week',
            cohorts: { kind: 'retention', retention: { days: [1, 2, 3, 4, 6, 8], unit: 'week' } },
            chart: 'curve',
            controls: usual,
          },
          {
            name: '分渠道分段留存',
            remark: '在第 1–3、4–7、8–14、15–30 天里任何一天回来过，就算那一段。',
            dims: ['渠道'],
            points: ['新增用户', '活跃用户'],
            range: 'last90',
            cohorts: {
              kind: 'retention',
              retention: { days: [1, 4, 8, 15], untils: [3, 7, 14, 30], how: 'within' },
            },
            controls: ['游戏', '平台'],
          },
          {
            name: '流失与回流',
            remark: '首日之后连续 7、14、30 天没有登录的人，和其中后来又登录的人；算到昨天为止。',
            dims: ['渠道'],
            points: ['新增用户', '活跃用户'],
            range: 'last180',
            cohorts: { kind: 'retention', retention: { days: [7, 14, 30], how: 'gone' } },
            controls: ['游戏', '平台'],
          },
        ],
      },
      {
        name: '活跃与黏性',
        reports: [
          {
            name: 'MAU 与黏性',
            remark: '到每一天为止的近 7 天、近 30 天，每人一次。',
            dims: ['日期'],
            points: ['活跃用户'],
            range: 'last365',
            cohorts: { kind: 'activity', activity: { show: 'rolling', windows: [7, 30] } },
            controls: usual,
          },
          {
            name: '生命周期',
            remark: '新增、持续、回流加起来是当天的活跃；近 7 天没来、再之前 7 天来过的是流失。',
            dims: ['日期'],
            points: ['活跃用户'],
            range: 'last90',
            cohorts: { kind: 'activity', activity: { show: 'lifecycle', windows: [7] } },
            chart: 'stacked',
            controls: usual,
          },
          {
            name: '状态流向',
            remark: '最近一个完整的日子里，玩家从前一天的状态到当天的状态。',
            dims: ['日期'],
            points: ['活跃用户'],
            range: 'last7',
            cohorts: { kind: 'activity', activity: { show: 'flow', windows: [7] } },
            controls: usual,
          },
          {
            name: '活跃天数',
            remark: '近 7 天、近 30 天里，各活跃了几天。',
            dims: [],
            points: ['活跃用户'],
            range: 'yesterday',
            cohorts: { kind: 'activity', activity: { show: 'days', windows: [7, 30] } },
            controls: usual,
          },
        ],
      },
      {
        name: '重度用户',
        reports: [
          {
            name: '重度活跃',
            dims: ['日期', '游戏'],
            points: ['重度活跃用户', '活跃用户', '重度活跃占比', '人均在线时长'],
            range: 'last14',
            controls: ['游戏', '等级段'],
          },
        ],
      },
    ],
  },
  {
    name: '付费分析',
    views: [
      {
        name: '充值明细',
        reports: [
          {
            name: '充值日报',
            dims: ['日期'],
            points: ['充值金额', '充值订单数', '付费用户', '客单价', 'ARPPU', '最大单笔'],
            range: 'last30',
            controls: ['游戏', '渠道', '平台', '道具类型'],
          },
          {
            name: '订单查询',
            remark: '一行一个订单，最多 1,000 行；更多请导出。',
            dims: ['时间', '订单号', '游戏', '区服', '渠道', '道具', '订单状态'],
            points: ['充值金额', '退款金额', '欺诈金额'],
            range: 'today',
            grain: 'hour',
            controls: ['游戏', '订单号', '订单状态'],
            limit: 1000,
          },
        ],
      },
      {
        name: '付费档位',
        reports: [
          {
            name: '档位分布',
            dims: ['付费档位'],
            points: ['充值金额', '充值订单数', '付费用户', '客单价'],
            range: 'last30',
            controls: ['游戏', '渠道'],
          },
          {
            name: '档位 × 平台',
            dims: ['付费档位', '平台'],
            points: ['充值金额', '付费用户'],
            range: 'last30',
            pivot: ['平台'],
            controls: ['游戏', '渠道'],
          },
          {
            name: '首单与复购',
            dims: ['日期', '首单复购'],
            points: ['充值金额', '充值订单数', '付费用户'],
            range: 'last14',
            controls: ['游戏', '渠道'],
          },
        ],
      },
      {
        name: '首充转化',
        reports: [
          {
            name: '首充趋势',
            dims: ['日期'],
            points: ['新增用户', '首充用户', '新增付费转化率', '首充金额', '首充占比'],
            range: 'last30',
            controls: ['游戏', '渠道'],
          },
          {
            name: '分渠道首充',
            dims: ['渠道'],
            points: ['新增用户', '首充用户', '新增付费转化率', '首充金额'],
            range: 'last30',
            controls: ['游戏'],
            by: '首充用户',
          },
        ],
      },
      {
        name: '转化漏斗',
        reports: [
          {
            name: '转化漏斗',
            remark: '注册后 7 日内依次登录、参与玩法、付费的玩家。',
            dims: [],
            points: ['新增用户', '活跃用户', '参与用户', '付费用户'],
            range: 'last30',
            cohorts: { kind: 'funnel', funnel: { windowDays: 7 } },
            chart: 'funnel',
            controls: usual,
          },
          {
            name: '分渠道漏斗',
            dims: ['渠道'],
            points: ['新增用户', '活跃用户', '付费用户'],
            range: 'last30',
            cohorts: { kind: 'funnel', funnel: { windowDays: 7 } },
            controls: ['游戏', '平台'],
          },
        ],
      },
      {
        name: '首充漏斗',
        reports: [
          {
            name: '首充漏斗',
            remark: '从注册的时刻起 24 小时内：参与玩法，然后首充；用时是从上一步算起的小时数。',
            dims: [],
            points: ['新增用户', '参与用户', '首充用户'],
            range: 'last30',
            cohorts: { kind: 'funnel', funnel: { within: { count: 24, unit: 'hour' }, times: true } },
            chart: 'funnel',
            controls: usual,
          },
          {
            name: '分渠道首充漏斗',
            dims: ['渠道'],
            points: ['新增用户', '参与用户', '首充用户'],
            range: 'last30',
            cohorts: { kind: 'funnel', funnel: { within: { count: 24, unit: 'hour' }, times: true } },
            controls: ['游戏', '平台'],
          },
        ],
      },
      {
        name: '付费分布',
        reports: [
          {
            name: '付费分布',
            remark: '每个付费用户在所选日期内的充值金额。',
            dims: [],
            points: ['付费用户', '充值金额'],
            range: 'last30',
            cohorts: {
              kind: 'distribution',
              distribution: { bounds: [0, 30, 98, 198, 328, 648, 1000, 3000, 10_000] },
            },
            chart: 'column',
            controls: usual,
          },
          {
            name: '分平台付费',
            dims: ['平台'],
            points: ['付费用户', '充值金额'],
            range: 'last30',
            cohorts: { kind: 'distribution', distribution: { bounds: [0, 98, 648, 3000] } },
            controls: ['游戏', '渠道'],
          },
          {
            name: '登录频次',
            dims: [],
            points: ['活跃用户', '登录次数'],
            range: 'last7',
            cohorts: { kind: 'distribution', distribution: { bounds: [1, 2, 4, 7, 14, 21] } },
            controls: usual,
          },
        ],
      },
      {
        name: '礼包销量',
        reports: [
          {
            name: '道具排行',
            dims: ['道具', '道具类型'],
            points: ['充值金额', '充值订单数', '付费用户'],
            range: 'last30',
            controls: ['游戏', '道具类型'],
            by: '充值金额',
          },
        ],
      },
      {
        name: '退款与风控',
        reports: [
          {
            name: '异常订单',
            remark: '欺诈金额突增时，先看「渠道」再看「时间」。',
            dims: ['日期'],
            points: ['订单总数', '充值金额', '退款金额', '退款率', '欺诈金额', '迟到订单数'],
            range: 'last90',
            controls: ['游戏', '渠道', '订单状态'],
          },
          {
            name: '渠道风险',
            dims: ['游戏', '渠道'],
            points: ['充值金额', '退款金额', '退款率', '欺诈金额'],
            range: 'last90',
            controls: ['游戏', '渠道'],
            by: '欺诈金额',
          },
        ],
      },
    ],
  },
  {
    name: '买量投放',
    views: [
      {
        name: '投放日报',
        reports: [
          {
            name: '投放效果',
            remark: '当日账单次日到齐，当日消耗为空属正常。',
            dims: ['日期'],
            points: ['广告消耗', '曝光', '点击', '安装', '点击率', '安装率', 'CPC', 'CPI'],
            range: 'last30',
            fillDates: true,
            controls: ['游戏', '渠道', '投放计划'],
          },
          {
            name: '计划对比',
            dims: ['渠道', '投放计划'],
            points: ['广告消耗', '安装', '点击率', 'CPI'],
            range: 'last30',
            controls: ['游戏', '渠道'],
            by: '广告消耗',
          },
        ],
      },
      {
        name: '投放回收',
        reports: [
          {
            name: '消耗与收入',
            dims: ['日期'],
            points: ['广告消耗', '充值金额', 'ROI', '新增用户', '安装'],
            range: 'last30',
            controls: ['游戏', '渠道'],
          },
          {
            name: '分渠道回收',
            dims: ['渠道'],
            points: ['广告消耗', '充值金额', 'ROI', 'CPI', 'ARPPU'],
            range: 'last90',
            controls: ['游戏', ['渠道', ['toutiao', 'gdt', 'kuaishou', 'bilibili']]],
            by: '广告消耗',
          },
        ],
      },
      {
        name: 'LTV 与回本',
        reports: [
          {
            name: '分渠道 LTV 与回本',
            remark:
              '第 1 天是新增当天；哔哩哔哩、今日头条回本都很晚，靠的是最早的几批。没有成本的渠道不进 ROI 和回本。',
            dims: ['渠道'],
            points: ['新增用户', '充值金额', '广告消耗'],
            range: 'last365',
            cohorts: { kind: 'ltv', ltv: { days: [1, 7, 30, 90, 180], forecast: [30, 90] } },
            controls: ['游戏'],
          },
          {
            name: '上月新增的 LTV 和预测',
            remark: '斜线的是预测：没过完 30、60、90 天的，按以往批次的增长推算，旁边是 80% 区间。',
            dims: ['渠道'],
            points: ['新增用户', '充值金额', '广告消耗'],
            range: 'lastMonth',
            cohorts: {
              kind: 'ltv',
              ltv: { days: [1, 3, 7, 14, 30, 60, 90], forecast: [30, 60, 90] },
              // What is looked at first: LTV by day, the forecasts, and whether it pays back.
              columns: [
                'n',
                'u',
                'l1',
                'l3',
                'l7',
                'l14',
                'l30',
                'f30',
                'l60',
                'f60',
                'l90',
                'f90',
                'i30',
                'q',
              ],
              heat: 'column',
            },
            controls: ['游戏'],
          },
          {
            name: '每日新增的 LTV',
            remark: '斜线的格子还没有过完天数。',
            dims: ['日期'],
            points: ['新增用户', '充值金额', '广告消耗'],
            range: 'last30',
            cohorts: { kind: 'ltv', ltv: { days: [1, 3, 7, 14] } },
            controls: ['游戏', '渠道'],
          },
        ],
      },
      {
        name: '发行对账',
        reports: [
          {
            name: '渠道流水',
            dims: ['日期', '渠道'],
            points: ['充值金额', '退款金额', '充值订单数'],
            range: 'lastMonth',
            grain: 'month',
            controls: ['游戏', '渠道类型'],
            by: '充值金额',
          },
        ],
      },
      {
        name: '变化来自谁',
        reports: [
          {
            name: '上周收入的变化',
            remark: '上周与再前一周相比，变化来自哪些维度的哪些值；这是数字上的来源，不是原因。',
            dims: [],
            points: ['充值金额'],
            range: 'lastWeek',
            cohorts: { kind: 'change' },
            compare: 'previous',
            controls: ['游戏'],
          },
          {
            name: '上周 ARPU 的变化',
            remark: '比率分成自身的变化和占比的变化。',
            dims: [],
            points: ['ARPU'],
            range: 'lastWeek',
            cohorts: { kind: 'change' },
            compare: 'previous',
            controls: ['游戏'],
          },
        ],
      },
    ],
  },
  {
    name: '玩法与活动',
    views: [
      {
        name: '行为概览',
        reports: [
          {
            name: '事件排行',
            dims: ['事件'],
            points: ['事件次数', '参与用户', '人均事件次数'],
            range: 'last7',
            controls: ['游戏', '渠道'],
            by: '事件次数',
          },
          {
            name: '行为趋势',
            dims: ['日期'],
            points: ['事件次数', '参与用户', '抽卡次数', '副本通关次数'],
            range: 'last30',
            controls: ['游戏', '事件'],
          },
        ],
      },
      {
        name: '货币余额',
        reports: [
          {
            name: '日终余额',
            remark: '余额按最后一日计，各区服相加；合计是范围内最后一日的余额。',
            dims: ['日期', '货币'],
            points: ['货币余额'],
            range: 'last30',
            compare: 'week',
            pivot: ['货币'],
            controls: ['游戏', '货币'],
          },
          {
            name: '分服余额',
            dims: ['货币', '游戏', '区服'],
            points: ['货币余额'],
            range: 'last7',
            subtotals: true,
            controls: ['游戏', '货币'],
            by: '货币余额',
          },
        ],
      },
      {
        name: '抽卡分析',
        reports: [
          {
            name: '抽卡与充值',
            dims: ['日期'],
            points: ['抽卡次数', '参与用户', '充值金额', 'ARPPU'],
            range: 'last30',
            controls: ['游戏'],
          },
        ],
      },
    ],
  },
  {
    name: '海外',
    views: [
      {
        name: '海外新增',
        reports: [
          {
            name: '国家和地区',
            dims: ['国家和地区'],
            points: ['新增用户', '海外新增用户'],
            range: 'last90',
            controls: ['游戏', '渠道'],
            by: '新增用户',
          },
        ],
      },
    ],
    folders: [
      {
        name: '港澳台',
        views: [
          {
            name: '港澳台日报',
            reports: [
              {
                name: '核心指标',
                dims: ['日期'],
                points: ['活跃用户', '新增用户', '充值金额', 'ARPU'],
                range: 'last30',
                controls: [['地区', ['港澳台']], '游戏'],
              },
            ],
          },
        ],
      },
      {
        name: '东南亚',
        views: [
          {
            name: '东南亚日报',
            reports: [
              {
                name: '核心指标',
                dims: ['日期'],
                points: ['活跃用户', '新增用户', '充值金额', 'ARPU'],
                range: 'last30',
                controls: [['地区', ['东南亚']], '游戏'],
              },
            ],
          },
        ],
      },
    ],
  },
]

/** Views outside folders. */
export const privateViews: DemoView[] = [
  {
    name: '暑期复盘',
    privateOf: 'analyst',
    reports: [
      {
        name: '暑期走势',
        remark: '七、八月的版本与活动，按周看。',
        dims: ['日期'],
        points: ['活跃用户', '新增用户', '充值金额', 'ARPU'],
        range: 'last180',
        grain: 'week',
        controls: ['游戏'],
      },
    ],
  },
  {
    name: '十一双节看板',
    privateOf: 'analyst',
    reports: [
      {
        name: '双节日报',
        dims: ['日期', '游戏'],
        points: ['活跃用户', '充值金额', '付费率'],
        range: 'last90',
        controls: ['游戏'],
      },
    ],
  },
]
