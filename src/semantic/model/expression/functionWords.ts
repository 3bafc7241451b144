// Parameters and descriptions of expression functions, for completion.
import { functions } from './functions.ts'

const argumentTitles = {
  numeric: '数值',
  string: '文字',
  moment: '日期',
  boolean: '条件',
  unit: "'day'",
  digits: '位数',
  any: '值',
  same: '值',
} as const

/** A test ensures that none is missing. */
const hints: Readonly<Record<string, string>> = {
  coalesce: '第一个不为空的值',
  ifnull: '为空时用第二个值',
  nullif: '两个值相等时为空',
  greatest: '最大的一个值',
  least: '最小的一个值',
  if: '条件成立取第二个，否则取第三个',
  abs: '绝对值',
  round: '四舍五入到几位小数',
  floor: '向下取整',
  ceil: '向上取整',
  sign: '正负号：1、0、-1',
  lower: '转为小写',
  upper: '转为大写',
  trim: '去掉两端空格',
  length: '字数',
  substr: '从第几个字起取几个字',
  replace: '把一段文字换成另一段',
  concat: '连接文字',
  contains: '是否含有一段文字，区分大小写',
  starts_with: '是否以一段文字开头',
  date_trunc: '取所在的小时、日、周、月、季度、年',
  date_diff: '两个日期相差几个单位',
  year: '年',
  quarter: '季度，1 至 4',
  month: '月，1 至 12',
  week: '一年中的第几周',
  day: '日，1 至 31',
  hour: '小时，0 至 23',
  weekday: '星期几',
}

export const functionWords = (): { name: string; signature: string; hint: string }[] =>
  Object.entries(functions).map(([name, { accepts, least, most }]) => ({
    name,
    signature: signatureOf(name, accepts, least, most),
    hint: hints[name] ?? '',
  }))

function signatureOf(
  name: string,
  accepts: readonly (keyof typeof argumentTitles)[],
  least: number,
  most: number,
): string {
  const shown = Math.max(least, Math.min(most, accepts.length))
  const places = Array.from({ length: shown }, (_, place) => {
    const title = argumentTitles[accepts[Math.min(place, accepts.length - 1)] ?? 'any']
    return place < least ? title : `[${title}]`
  })
  return `${name}(${[...places, ...(most > shown ? ['…'] : [])].join(', ')})`
}
