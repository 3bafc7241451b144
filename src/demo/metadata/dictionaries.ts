// The demo's dictionaries: names for the codes of the facts, and the platform's documents.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { claimNames } from '#server/objects/names.ts'
import {
  codeKey,
  dictionaries as dictionaryKind,
  documentDictionary,
} from '#features/dictionary/server/index.ts'
import { demoGames } from './people.ts'

export interface DemoServer {
  id: string
  name: string
  cgi: string
}

interface DemoDictionary {
  name: string
  formName: string
  attributes: string[]
  rows: string[][]
}

const gameNames = new Map(demoGames.map(({ cgi, name }) => [cgi, name]))

const dictionaries = (servers: readonly DemoServer[]) =>
  [
    {
      name: '游戏',
      formName: 'game',
      attributes: ['代码', '名称'],
      rows: demoGames.map(({ cgi, name }) => [cgi, name]),
    },
    {
      name: '区服',
      formName: 'server',
      attributes: ['编号', '名称', '游戏'],
      // Servers of two games have the same names, so the game's name comes first.
      rows: servers.map(({ id, name, cgi }) => [id, `${gameNames.get(cgi) ?? cgi}·${name}`, cgi]),
    },
    {
      name: '渠道',
      formName: 'channel',
      attributes: ['代码', '名称', '类型', '结算'],
      rows: [
        ['appstore', 'App Store', '应用商店', '月结 30 天'],
        ['huawei', '华为应用市场', '应用商店', '月结 45 天'],
        ['xiaomi', '小米游戏中心', '应用商店', '月结 45 天'],
        ['oppo', 'OPPO 软件商店', '应用商店', '月结 45 天'],
        ['vivo', 'vivo 应用商店', '应用商店', '月结 45 天'],
        ['taptap', 'TapTap', '社区', '月结 15 天'],
        ['bilibili', '哔哩哔哩', '社区', '月结 30 天'],
        ['toutiao', '今日头条', '广告投放', '预付'],
        ['gdt', '广点通', '广告投放', '预付'],
        ['kuaishou', '快手', '广告投放', '预付'],
        ['official', '官网', '官方', '自有'],
      ],
    },
    {
      name: '平台',
      formName: 'platform',
      attributes: ['代码', '名称'],
      rows: [
        ['iOS', '苹果 iOS'],
        ['Android', '安卓'],
        ['PC', '电脑端'],
      ],
    },
    {
      name: '订单状态',
      formName: 'order_status',
      attributes: ['代码', '名称', '说明'],
      rows: [
        ['paid', '已支付', '计入充值金额'],
        ['refunded', '已退款', '不计入充值金额'],
        ['fraud', '欺诈', '盗刷或黑卡，不计入充值金额'],
      ],
    },
    {
      name: '国家和地区',
      formName: 'country',
      attributes: ['代码', '名称', '大区'],
      rows: [
        ['中国', '中国大陆', '中国'],
        ['中国香港', '中国香港', '港澳台'],
        ['中国台湾', '中国台湾', '港澳台'],
        ['新加坡', '新加坡', '东南亚'],
        ['马来西亚', '马来西亚', '东南亚'],
        ['美国', '美国', '北美'],
      ],
    },
    {
      name: '道具类型',
      formName: 'item_type',
      attributes: ['代码', '说明'],
      rows: [
        ['月卡', '月卡（按天领取）'],
        ['礼包', '礼包（一次性）'],
        ['充值', '元宝充值'],
      ],
    },
    {
      name: '平台文档',
      formName: documentDictionary,
      attributes: ['name', 'url', 'update_time'],
      rows: [
        ['新人上手：十分钟看懂报表', 'https://docs.example.com/analytics/start', '2026-09-01 10:00:00'],
        ['指标口径手册', 'https://docs.example.com/analytics/metrics', '2026-11-16 18:30:00'],
        ['渠道与区服编码规范', 'https://docs.example.com/analytics/codes', '2026-08-12 14:20:00'],
        ['快捷键与命令', 'https://docs.example.com/analytics/keyboard', '2026-10-26 09:15:00'],
        ['数据更新时间与补数说明', 'https://docs.example.com/analytics/freshness', '2026-11-02 11:40:00'],
        ['版本更新日志', 'https://docs.example.com/analytics/changes', '2026-11-20 17:00:00'],
      ],
    },
  ] as const satisfies DemoDictionary[]

export type DictionaryName = ReturnType<typeof dictionaries>[number]['name']

/** Names by which SQL and definitions refer to dictionaries, so they must be unique. */
export const dictionaryNames = (without: readonly DictionaryName[] = []) =>
  dictionaries([])
    .filter(({ name }) => !without.includes(name))
    .map(({ name, formName }) => ({ name, formName }))

/** Ids by name. */
export async function makeDictionaries(
  db: Kysely<Database>,
  servers: readonly DemoServer[],
  without: readonly DictionaryName[] = [],
): Promise<Record<DictionaryName, number>> {
  const ids = {} as Record<DictionaryName, number>
  for (const { name, formName, attributes, rows } of dictionaries(servers)) {
    if (without.includes(name)) continue
    const now = new Date().toISOString()
    const head = {
      name,
      form_name: formName,
      attributes: JSON.stringify(attributes),
      update_time: now,
      created_at: now,
      modified_at: now,
    }
    const row = await db.insertInto('dictionary').values(head).returningAll().executeTakeFirstOrThrow()
    await claimNames(db, dictionaryKind, row)
    const { id } = row
    ids[name] = id
    const data = rows.map((row, index) => ({
      dict_id: id,
      data: JSON.stringify(row),
      position: index + 1,
      code: codeKey(row[0] ?? ''),
    }))
    if (data.length > 0) await db.insertInto('dictionary_data').values(data).execute()
  }
  return ids
}
