// Titles for codes in audit details, by field name.

import { filterOpTitles, grainTitles, relativeTitles } from '#semantic/model/titles.ts'
import type { FilterOp, Grain } from '#semantic/model/types.ts'
import { auditNouns } from '#shared/auditTitles.ts'
import type { calendarDayKinds } from '#features/calendar/contract.ts'
import type { ShareMode } from '#features/code/contract.ts'
import type { DemoSize } from '#features/demo/contract.ts'
import { flowGroupTitles, recordKindTitles } from '#features/gameflow/contract.ts'
import type { JobStatusName } from '#features/jobs/contract.ts'
import { rowWayTitles } from '#features/prediction/contract.ts'
import { openKindTitles } from '#features/sharing/contract.ts'

type Words = Readonly<Record<string, string>>

/** Field names within structured details. */
export const innerNames: Words = {
  column: '列',
  dim: '维度',
  fixedCurrency: '固定币种',
  game: '游戏',
  groups: '条件组',
  maxRows: '最多行数',
  op: '条件',
  orders: '订单',
  refunds: '退款',
  relative: '相对日期',
  unit: '金额单位',
  where: '计入的行',
}

const formats: Words = { csv: 'CSV', xlsx: 'Excel', xls: 'Excel', json: 'JSON', ndjson: 'JSON' }
const switches: Words = { '1': '是', true: '是', '0': '否', false: '否' }
const shareModes = { off: '未分享', query: 'SQL', result: 'SQL 和结果' } satisfies Record<ShareMode, string>
/** A sign-in in two steps names both. */
const signInMethods: Words = {
  code: '动态口令',
  ldap: '公司目录',
  'ldap+code': '公司目录和动态口令',
  'ldap+recovery': '公司目录和备用码',
  password: '密码',
  'password+code': '密码和动态口令',
  'password+recovery': '密码和备用码',
}
const dayKinds = { rest: '休', work: '班' } satisfies Record<(typeof calendarDayKinds)[number], string>
const demoSizes = { whole: '完整', small: '小型' } satisfies Record<DemoSize, string>
const jobStatuses = {
  running: '运行中',
  queued: '等待',
  failed: '失败',
  unknown: '结果未知',
  canceled: '已取消',
  done: '完成',
} satisfies Record<JobStatusName, string>

export const detailCodes: Readonly<Record<string, Words>> = {
  by: { account: '账号', address: '地址', link: '邮件里的链接' },
  call: { getUserInfo: '查询玩家', updateUserTag: '修改标签' },
  computeOnly: switches,
  entrance: { server: '本服务器' },
  exportSetting: switches,
  format: formats,
  from: shareModes,
  games: { '*': '全部游戏', all: '全部游戏' },
  grain: grainTitles satisfies Record<Grain, string>,
  group: flowGroupTitles,
  method: signInMethods,
  kind: { ...recordKindTitles, ...openKindTitles, ...dayKinds },
  op: filterOpTitles satisfies Record<FilterOp, string>,
  relative: relativeTitles,
  showBottom: switches,
  size: demoSizes,
  status: jobStatuses,
  to: shareModes,
  types: { all: '全部' },
  unit: { major: '元', minor: '分' },
  way: rowWayTitles,
}

/** The text itself when it is not a code. */
export function codeWord(name: string, text: string): string {
  if (name === 'names') return namedThing(text)
  // A group field contains several codes in one text.
  if (name === 'group')
    return text
      .split(',')
      .map((one) => wordIn(detailCodes.group, one))
      .join('、')
  return wordIn(detailCodes[name], text)
}

const wordIn = (words: Words | undefined, text: string): string =>
  words && Object.hasOwn(words, text) ? (words[text] ?? text) : text

/** «point 收入»: an item of a definitions file, with its kind first. */
function namedThing(text: string): string {
  const [, kind = '', name = ''] = /^(\w+) (.+)$/s.exec(text) ?? []
  return Object.hasOwn(auditNouns, kind) ? `${auditNouns[kind]} ${name}` : text
}
