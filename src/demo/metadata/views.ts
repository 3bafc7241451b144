// The demo's folders, views and reports: what an operations team looks at, day by day.
import type { Grain, RelativeRange } from '../../semantic/model/types.ts'
import type { DimensionName } from './dimensions.ts'
import type { DemoUser } from './people.ts'
import type { PointName } from './points.ts'

export interface DemoReport {
  name: string
  remark?: string
  dims: DimensionName[]
  points: PointName[]
  range: RelativeRange
  grain?: Grain
  /** Filter controls: nothing chosen in them unless values are given. */
  controls?: (DimensionName | [DimensionName, values: string[]])[]
  /** By this point, the largest first; by date otherwise, the latest first. */
  by?: PointName
  limit?: number
}

export interface DemoView {
  name: string
  /** Shared by admin unless said otherwise. */
  privateOf?: DemoUser
  reports: DemoReport[]
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
        reports: [
          {
            name: '核心指标',
            remark: '当日数据未完结，充值金额以次日 10:00 后为准。\n口径见「指标口径手册」。',
            dims: ['日期'],
            points: ['活跃用户', '新增用户', '充值金额', '付费用户', '付费率', 'ARPU', 'ARPPU'],
            range: 'last30',
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
            name: '渠道类型汇总',
            dims: ['渠道类型'],
            points: ['新增用户', '充值金额', '充值订单数', '客单价'],
            range: 'last30',
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
            controls: ['游戏'],
          },
          {
            name: '周度趋势',
            dims: ['日期'],
            points: ['活跃用户', '新增用户', '充值金额', '人均在线时长'],
            range: 'last90',
            grain: 'week',
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

/** Views that stand in no folder. */
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
