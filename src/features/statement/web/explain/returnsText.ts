// How a column of a retention is made, in words.
import { isPlainReturns, type ReturnMeaning, type ReturnUnit } from '#semantic/model/returns.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'

const zeros: Record<ReturnUnit, string> = {
  day: '第一次出现的那天为第 0 天',
  week: '周一到周日，第一次出现的那周为第 0 周，只算那天及以后',
  month: '第一次出现的那个月为第 0 个月，只算那天及以后',
  hours: '从每人第一次出现的时刻起，每 24 小时为一天，最先的 24 小时为第 0 天',
}
const words: Record<ReturnUnit, string> = { day: '天', week: '周', month: '个月', hours: '天' }

type Asked = Pick<ReportInfo, 'retention'>

export function returnsText(column: ReportTableColumn, { retention }: Asked): string {
  const { how = 'on', unit = 'day' } = retention ?? {}
  const day = column.day ?? 'n'
  if (isPlainReturns({ how, unit })) return plainText(column.role, day)
  return how === 'gone' ? goneText(column.role, day) : meantText(column, how, unit)
}

const plainText = (role: ReportTableColumn['role'], day: number | string): string =>
  role === 'rate'
    ? `比例：这一批玩家在第 ${day} 天又出现的人数 ÷ 这一批的人数。第 ${day} 天没过完的批次为空；合计的分子和分母都只算已过完的批次，因此分母可能小于新增人数的合计。`
    : `人数：这一批玩家里，在第 ${day} 天（第一次出现的那天为第 0 天）又出现的人。`

function meantText(
  { role, day = 0, since = day }: ReportTableColumn,
  how: Exclude<ReturnMeaning, 'gone'>,
  unit: ReturnUnit,
): string {
  const numbers = since === day ? String(day) : `${since}–${day}`
  const when = `第 ${numbers} ${words[unit]}${how === 'after' ? '或更晚' : ''}`
  const grows = how === 'after' ? '算到最后一个过完的日期为止，所以还会增长。' : ''
  const who = `这一批玩家里，在${when}（${zeros[unit]}）又出现过的人`
  if (role !== 'rate') return `人数：${who}。${grows}`
  return `比例：${who} ÷ 这一批的人数。${grows}第 ${day} ${words[unit]}没过完的批次为空；几批合在一起的行和合计，分子和分母都只算已过完的批次。`
}

function goneText(role: ReportTableColumn['role'], day: number | string): string {
  const gone = `首日之后曾连续 ${day} 天没有出现的人（算到最后一个过完的日期为止）`
  const whole = `满 ${day} 天之前的批次为空；几批合在一起的行和合计，分子和分母都只算已满的批次。`
  if (role === 'lost') return `人数：这一批玩家里，${gone}。${whole}`
  if (role === 'rate') return `比例：${gone} ÷ 这一批的人数。${whole}`
  if (role === 'back') return `人数：连续 ${day} 天没有出现、之后又出现的人。`
  return `比例：连续 ${day} 天没有出现、之后又出现的人 ÷ 曾连续 ${day} 天没有出现的人。`
}
