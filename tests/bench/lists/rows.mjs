// What the calls of the measured lists are answered with: names as people give them, with their readings.
import { pinyinOf } from '../../../src/server/pinyin.ts'

const whats = ['充值', '活跃', '新增', '留存', '消耗', '登录', '道具', '副本', '公会', '抽卡']
const hows = ['金额', '人数', '次数', '占比', '人均', '天数', '峰值', '时长']
const wheres = ['全服', '国内', '海外', '安卓', '苹果', '渠道', '新服', '老服']

const nameOf = (at) =>
  `${wheres[at % wheres.length]}${whats[Math.floor(at / 8) % whats.length]}${hows[Math.floor(at / 80) % hows.length]}${at}`
const told = { revision: 1, owner: '', modified_by: 'bench', modified_at: '2026-11-20T08:00:00.000Z' }

/** Each part of a name is read once: there are a few. */
const readings = new Map()
const readingOf = (name) =>
  name
    .match(/\D{2}|\d+/g)
    .map((part) => {
      if (!readings.has(part)) readings.set(part, /\d/.test(part) ? part.split('').join(' ') : pinyinOf(part))
      return readings.get(part)
    })
    .join(' ')

export const points = (count) =>
  Array.from({ length: count }, (_, at) => ({
    ...told,
    id: at + 1,
    name: nameOf(at),
    pinyin: readingOf(nameOf(at)),
    table_id: (at % 20) + 1,
    point_typeId: (at % 12) + 1,
    name_sql: at % 3 === 0 ? `sum_of_column_${at % 97}` : `[指标${at}] / [指标${at + 1}]`,
    event_filter: at % 5 === 0 ? "event = 'login'" : '',
    filter: at % 7 === 0 ? 'amount > 0' : '',
    types: ['additive', 'distinct', 'computed'][at % 3],
    describe: `第 ${at} 个指标的口径说明`,
    info: { format: 'integer', unit: '次' },
    note: '',
    create_time: '2026-01-01T00:00:00.000Z',
  }))

const option = (value, label) => ({ value, label })
export const options = {
  dimensionTypes: [],
  formTypes: [],
  pointTypes: [option('additive', '可累加'), option('distinct', '去重计数'), option('computed', '计算指标')],
  grains: [],
  aggregates: [option('sum', '求和')],
  numberFormats: [option('integer', '整数')],
  updateFrequencies: [],
}

const named = (count, name) =>
  Array.from({ length: count }, (_, at) => ({ ...told, id: at + 1, name: `${name}${at + 1}` }))
export const config = {
  dimensionTables: [],
  pointTables: named(20, '指标表').map((table) => ({
    ...table,
    table_truename: table.name,
    joins: [],
    grain_key: [],
  })),
  categories: named(12, '分类').map((category) => ({ ...category, kind: 'point', order: category.id })),
}
