// Options of the arguments that the palette asks for. Their readings are precomputed, because the lists are
// short; a test checks them, and the values against those that reports and settings accept.
import type { ArgumentKind } from './define.ts'

interface ArgumentOption {
  value: string
  title: string
  en: string
  /** In the form of src/shared/pinyin.ts. */
  pinyin: string
}

interface Argument {
  title: string
  placeholder: string
  options: readonly ArgumentOption[]
}

export const commandArguments = {
  range: {
    title: '日期范围',
    placeholder: '近 7 天、30d、上月，或 2026-10-01..2026-10-07',
    options: [
      { value: 'today', title: '今天', en: 'today 1d', pinyin: 'jin tian' },
      { value: 'yesterday', title: '昨天', en: 'yesterday', pinyin: 'zuo tian' },
      { value: 'last7', title: '近 7 天', en: '7d', pinyin: 'jin tian' },
      { value: 'last14', title: '近 14 天', en: '14d', pinyin: 'jin tian' },
      { value: 'last30', title: '近 30 天', en: '30d', pinyin: 'jin tian' },
      { value: 'last90', title: '近 90 天', en: '90d', pinyin: 'jin tian' },
      { value: 'last180', title: '近 180 天', en: '180d', pinyin: 'jin tian' },
      { value: 'last365', title: '近 365 天', en: '365d 1y', pinyin: 'jin tian' },
      { value: 'thisWeek', title: '本周', en: 'this week', pinyin: 'ben zhou' },
      { value: 'lastWeek', title: '上周', en: 'last week', pinyin: 'shang zhou' },
      { value: 'thisMonth', title: '本月', en: 'this month', pinyin: 'ben yue' },
      { value: 'lastMonth', title: '上月', en: 'last month', pinyin: 'shang yue' },
      { value: 'thisQuarter', title: '本季度', en: 'this quarter', pinyin: 'ben ji du/duo' },
      { value: 'lastQuarter', title: '上季度', en: 'last quarter', pinyin: 'shang ji du/duo' },
      { value: 'thisYear', title: '今年', en: 'this year', pinyin: 'jin nian' },
      { value: 'lastYear', title: '去年', en: 'last year', pinyin: 'qu nian' },
      { value: 'all', title: '全部日期', en: 'all', pinyin: 'quan bu ri qi/ji' },
    ],
  },
  grain: {
    title: '时间粒度',
    placeholder: '日、周、月',
    options: [
      { value: 'hour', title: '按小时', en: 'hour', pinyin: 'an xiao shi' },
      { value: 'day', title: '按日', en: 'day', pinyin: 'an ri' },
      { value: 'week', title: '按周', en: 'week', pinyin: 'an zhou' },
      { value: 'month', title: '按月', en: 'month', pinyin: 'an yue' },
      { value: 'quarter', title: '按季度', en: 'quarter', pinyin: 'an ji du/duo' },
      { value: 'year', title: '按年', en: 'year', pinyin: 'an nian' },
    ],
  },
  chart: {
    title: '图表类型',
    placeholder: '折线、柱状、堆叠',
    options: [
      { value: 'line', title: '折线', en: 'line', pinyin: 'zhe/she xian' },
      { value: 'area', title: '面积', en: 'area', pinyin: 'mian ji' },
      { value: 'column', title: '柱状', en: 'column', pinyin: 'zhu zhuang' },
      { value: 'bar', title: '条形', en: 'bar', pinyin: 'tiao xing' },
      { value: 'stacked', title: '堆叠', en: 'stacked', pinyin: 'dui die' },
      { value: 'pie', title: '饼图', en: 'pie', pinyin: 'bing tu' },
      { value: 'funnel', title: '漏斗', en: 'funnel', pinyin: 'lou dou' },
      { value: 'heatmap', title: '热力', en: 'heat map', pinyin: 're li' },
      { value: 'flow', title: '流向', en: 'flow', pinyin: 'liu xiang' },
    ],
  },
  theme: {
    title: '外观',
    placeholder: '浅色、深色',
    options: [
      { value: 'system', title: '跟随系统', en: 'system', pinyin: 'gen sui xi/ji tong' },
      { value: 'light', title: '浅色', en: 'light', pinyin: 'qian/jian se/shai' },
      { value: 'dark', title: '深色', en: 'dark', pinyin: 'shen se/shai' },
    ],
  },
} as const satisfies Record<ArgumentKind, Argument>
