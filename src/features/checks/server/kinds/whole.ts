// Checks of keys, of lateness, and of a figure against that of another table.
import { dayNumber } from '#shared/day.ts'
import type { CheckField, CheckValues } from '#features/checks/contract.ts'
import {
  byDays,
  type CheckedRows,
  type CheckKind,
  linesIn,
  numberIn,
  percentTold,
  textIn,
  told,
} from './types.ts'

const quoted = (values: CheckValues, rows: CheckedRows): string[] =>
  linesIn(values, 'columns').map((name) => rows.column(name))

const unique: CheckKind = {
  kind: 'unique',
  title: '主键唯一',
  fields: [
    {
      name: 'columns',
      title: '主键',
      kind: 'columns',
      required: true,
      hint: '哪些列合起来认得出一行；空着的不算',
    },
  ],
  dated: false,
  rule: (values) => {
    const columns = linesIn(values, 'columns')
    return `列「${columns.join('、')}」${columns.length > 1 ? '合起来' : ''}没有重复`
  },
  asking: {
    by: 'own',
    statement: (values, rows) => {
      const { day, dialect } = rows
      const first = day === null ? dialect.text('') : dialect.cast(`min(${day})`, 'varchar', null)
      return `SELECT d, count(*) AS keys, sum(n) AS repeated FROM (${repeated(values, rows, `count(*) AS n, ${first} AS d`)}) AS repeated GROUP BY d ORDER BY d`
    },
    judge: (_, found) => {
      const days = found.map(([day, keys, rows]) => ({
        day: day === null || day === '' ? null : String(day),
        keys: Number(keys),
        rows: Number(rows),
      }))
      const keys = days.reduce((sum, one) => sum + one.keys, 0)
      const bad = days.map(({ day, keys, rows }) => ({
        day,
        text: `${told(keys)} 个键不止一行，共 ${told(rows)} 行`,
      }))
      return byDays(bad, { figure: keys, good: '没有重复' })
    },
  },
  examples: (values, { dialect, ...rows }) => {
    const keys = quoted(values, { dialect, ...rows }).map((key) => dialect.cast(key, 'varchar', null))
    const key = keys.reduce((all, one) => `concat(${all}, ${dialect.text('，')}, ${one})`)
    return `SELECT v, n FROM (${repeated(values, { dialect, ...rows }, `count(*) AS n, min(${key}) AS v`)}) AS repeated ORDER BY n DESC, v LIMIT 5`
  },
}

/** Keys that are on more than one row; of a load, those that it has. */
function repeated(values: CheckValues, rows: CheckedRows, shown: string): string {
  const keys = quoted(values, rows)
  const present = keys.map((key) => `${key} IS NOT NULL`).join(' AND ')
  const list = keys.join(', ')
  const among = rows.arriving === null ? '' : ` AND (${list}) IN (SELECT ${list} FROM ${rows.arriving})`
  return `SELECT ${shown} FROM ${rows.whole} WHERE ${present}${among} GROUP BY ${list} HAVING count(*) > 1`
}

const units = [
  { value: 'day', title: '天' },
  { value: 'hour', title: '小时' },
]

const late: CheckKind = {
  kind: 'late',
  title: '数据迟到',
  marksAlone: true,
  fields: [
    { name: 'column', title: '日期列', kind: 'column', of: 'day', required: true },
    {
      name: 'most',
      title: '最新的不早于',
      kind: 'number',
      required: true,
      initial: 1,
      least: 0,
      most: 10_000,
      whole: true,
      hint: '几天或几小时之前；1 天就是昨天的应该已经到了',
    },
    { name: 'unit', title: '单位', kind: 'choice', required: true, choices: units, initial: 'day' },
  ],
  dated: false,
  rule: (values) =>
    `列「${textIn(values, 'column')}」最新的不早于 ${numberIn(values, 'most') ?? 1} ${textIn(values, 'unit') === 'hour' ? '小时' : '天'}之前`,
  asking: {
    by: 'whole',
    aggregates: (values, rows) => [
      rows.dialect.cast(
        rows.dialect.aggregate('max', rows.column(textIn(values, 'column'), 'day'), null),
        'varchar',
        null,
      ),
    ],
    judge: (values, [newest], { today, hour }) => {
      const text = newest === null || newest === undefined ? '' : String(newest)
      if (!/^\d{4}-\d\d-\d\d/.test(text))
        return {
          state: 'failed',
          figure: null,
          text: '没有一行有日期',
          days: [{ day: null, text: '没有一行有日期' }],
        }
      const isHours = textIn(values, 'unit') === 'hour'
      const day = dayNumber(text.slice(0, 10))
      const own = day * 24 + (text.length >= 13 ? Number(text.slice(11, 13)) : 23)
      const behind = isHours ? hour - own : dayNumber(today) - day
      const unit = isHours ? '小时' : '天'
      const said = `最新的是 ${isHours ? text.slice(0, 16) : text.slice(0, 10)}`
      if (behind <= (numberIn(values, 'most') ?? 1))
        return { state: 'passed', figure: behind, text: said, days: [] }
      const bad = `${said}，已过 ${told(behind)} ${unit}`
      return { state: 'failed', figure: behind, text: bad, days: [{ day: null, text: bad }] }
    },
  },
}

const hows = [
  { value: 'sum', title: '合计' },
  { value: 'count', title: '行数' },
]
const isSum = (name: string) => ({ field: name, value: 'sum' })
const sums = (name: string, title: string, kind: 'column' | 'otherColumn', when: string): CheckField => ({
  name,
  title,
  kind,
  of: 'number',
  required: true,
  when: isSum(when),
})

const agrees: CheckKind = {
  kind: 'agrees',
  title: '与另一张表对数',
  fields: [
    { name: 'how', title: '本表按什么', kind: 'choice', required: true, choices: hows, initial: 'sum' },
    sums('column', '本表的列', 'column', 'how'),
    { name: 'table', title: '另一张表', kind: 'table', required: true },
    {
      name: 'otherHow',
      title: '那张表按什么',
      kind: 'choice',
      required: true,
      choices: hows,
      initial: 'sum',
    },
    sums('other', '那张表的列', 'otherColumn', 'otherHow'),
    { name: 'most', title: '相差不超过', kind: 'number', required: true, initial: 1, least: 0, most: 1e15 },
    {
      name: 'unit',
      title: '相差按',
      kind: 'choice',
      required: true,
      choices: [
        { value: 'share', title: '那张表的百分比' },
        { value: 'count', title: '数值' },
      ],
      initial: 'share',
    },
  ],
  dated: true,
  rule: (values) =>
    `每天的${figureText(values, 'how', 'column')}，与「${textIn(values, 'table')}」的${figureText(values, 'otherHow', 'other')}相差不超过 ${told(numberIn(values, 'most') ?? 0)}${textIn(values, 'unit') === 'share' ? '%' : ''}`,
  asking: {
    by: 'own',
    statement: (values, rows) => {
      const other = rows.other(textIn(values, 'table'))
      const { day, dialect } = rows
      const sum = (of: Pick<CheckedRows, 'column'>, how: string, name: string) =>
        textIn(values, how) === 'count'
          ? 'count(*)'
          : dialect.aggregate('sum', of.column(textIn(values, name), 'number'), null)
      const text = (own: string) => dialect.cast(own, 'varchar', null)
      const within =
        rows.arriving === null ? '' : ` AND ${other.day} IN (SELECT ${day} FROM ${rows.arriving})`
      const one = `SELECT 0 AS side, ${text(day ?? '')} AS d, ${sum(rows, 'how', 'column')} AS v FROM ${rows.whole} WHERE ${day} IS NOT NULL AND (${rows.scope}) GROUP BY 2`
      const two = `SELECT 1 AS side, ${text(other.day ?? '')} AS d, ${sum(other, 'otherHow', 'other')} AS v FROM ${other.whole} WHERE ${other.day} IS NOT NULL${within} GROUP BY 2`
      return `SELECT side, d, v FROM (${one} UNION ALL ${two}) AS both_sides ORDER BY d, side`
    },
    judge: (values, found, { today }) => {
      const most = numberIn(values, 'most') ?? 0
      const isShare = textIn(values, 'unit') === 'share'
      const days = new Map<string, [number, number]>()
      for (const [side, day, value] of found) {
        const own = days.get(String(day)) ?? [0, 0]
        own[Number(side) === 0 ? 0 : 1] = Number(value ?? 0)
        days.set(String(day), own)
      }
      const bad: { day: string; text: string }[] = []
      let figure: number | null = null
      // Today and what one table does not reach yet are not over.
      const first = [0, 1].map((side) => found.find((row) => Number(row[0]) === side)?.[1])
      const last = [0, 1].map((side) => found.findLast((row) => Number(row[0]) === side)?.[1])
      if (first.includes(undefined))
        return { state: 'idle', figure: null, text: '两张表没有同样的日期', days: [] }
      const [from, to] = [String(first.sort().at(-1)), String(last.sort()[0])]
      let compared = 0
      for (const [day, [own, other]] of days) {
        if (day < from || day > to || day >= today) continue
        compared += 1
        const apart = own - other
        const size = isShare
          ? other === 0
            ? apart === 0
              ? 0
              : Number.POSITIVE_INFINITY
            : Math.abs(apart / other) * 100
          : Math.abs(apart)
        if (Number.isFinite(size)) figure = Math.max(figure ?? 0, size)
        // Sums of fractions differ in their last digits.
        if (
          size <=
          most + 1e-9 * Math.max(1, Math.abs(own), Math.abs(other)) * (isShare ? 0 : 1) + (isShare ? 1e-9 : 0)
        )
          continue
        const share = other === 0 ? '' : `，相差 ${percentTold(Math.abs(apart / other))}`
        bad.push({ day, text: `${told(own)}，那张表 ${told(other)}${share}` })
      }
      return byDays(bad, {
        figure,
        good: `${compared} 天对得上`,
        idle: compared === 0 ? '两张表没有同样的日期' : undefined,
      })
    },
  },
}

const figureText = (values: CheckValues, how: string, name: string): string =>
  textIn(values, how) === 'count' ? '行数' : `列「${textIn(values, name)}」合计`

export const wholeKinds: readonly CheckKind[] = [unique, late, agrees]
