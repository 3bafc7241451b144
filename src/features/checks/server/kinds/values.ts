// Checks of the values of a column: how many are empty, out of a range, or not among those that are known.
import type { CheckField, CheckValues } from '#features/checks/contract.ts'
import {
  byDays,
  type CheckedRows,
  type CheckKind,
  type DayRow,
  linesIn,
  numberIn,
  percentTold,
  textIn,
  told,
  type Verdict,
} from './types.ts'

const column = (of: 'any' | 'number' | 'day' = 'any'): CheckField => ({
  name: 'column',
  title: '列',
  kind: 'column',
  required: true,
  of,
})

const units = [
  { value: 'share', title: '占行数的百分比' },
  { value: 'count', title: '行数' },
]

/** How many rows may not meet it. */
const bound: readonly CheckField[] = [
  { name: 'unit', title: '按什么算', kind: 'choice', required: true, choices: units, initial: 'share' },
  {
    name: 'most',
    title: '最多',
    kind: 'number',
    required: true,
    initial: 0,
    least: 0,
    most: 1e12,
    hint: '每天不超过；百分比填 0 到 100',
  },
]

const boundText = (values: CheckValues): string => {
  const most = numberIn(values, 'most') ?? 0
  if (most === 0) return '一行也没有'
  return textIn(values, 'unit') === 'count' ? `每天不超过 ${told(most)} 行` : `每天不超过 ${told(most)}%`
}

/** A share above 100 would never be exceeded. */
const refusesBound = (values: CheckValues) =>
  textIn(values, 'unit') === 'share' && (numberIn(values, 'most') ?? 0) > 100
    ? { field: 'most', message: '百分比不超过 100' }
    : null

/** The first aggregate counts the rows that do not meet it. */
function judgeShare(what: string) {
  return (values: CheckValues, days: readonly DayRow[]): Verdict => {
    const most = numberIn(values, 'most') ?? 0
    const isCount = textIn(values, 'unit') === 'count'
    let [bad, rows] = [0, 0]
    const found: { day: string | null; text: string }[] = []
    for (const one of days) {
      const count = one.values[0] ?? 0
      bad += count
      rows += one.rows
      const isOver = isCount ? count > most : one.rows > 0 && (count / one.rows) * 100 > most
      if (isOver)
        found.push({
          day: one.day,
          text: `${what} ${told(count)} 行，占 ${percentTold(count / one.rows)}`,
        })
    }
    // Without rows there is no share.
    if (rows === 0) return { state: 'idle', figure: null, text: '没有行', days: [] }
    const figure = isCount ? bad : (bad / rows) * 100
    const good = bad === 0 ? `没有${what}` : `${what} ${told(bad)} 行，占 ${percentTold(bad / rows)}`
    return byDays(found, { figure, good })
  }
}

const shareOf = (
  own: Pick<CheckKind, 'kind' | 'title' | 'fields' | 'rule'> &
    Partial<Pick<CheckKind, 'refuses' | 'examples'>>,
  what: string,
  condition: (values: CheckValues, rows: CheckedRows) => string,
): CheckKind => ({
  ...own,
  fields: [...own.fields, ...bound],
  dated: false,
  refuses: (values) => own.refuses?.(values) ?? refusesBound(values),
  rule: (values) => `${own.rule(values)}${boundText(values)}`,
  examples:
    own.examples ??
    ((values, rows) => {
      const value = rows.dialect.cast(rows.column(textIn(values, 'column')), 'varchar', null)
      return `SELECT ${value} AS v, count(*) AS n FROM ${rows.whole} WHERE (${rows.scope}) AND (${condition(values, rows)}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5`
    }),
  asking: {
    by: 'days',
    history: () => 0,
    aggregates: (values, rows) => [rows.dialect.aggregate('count', null, condition(values, rows))],
    judge: judgeShare(what),
  },
})

const filled = shareOf(
  {
    kind: 'filled',
    title: '空值比例',
    fields: [column()],
    rule: (values) => `列「${textIn(values, 'column')}」的空值`,
    examples: () => '',
  },
  '空着的',
  (values, rows) => {
    const name = textIn(values, 'column')
    const own = rows.column(name)
    return rows.isText(name) ? `${own} IS NULL OR ${own} = ''` : `${own} IS NULL`
  },
)

const range = shareOf(
  {
    kind: 'range',
    title: '数值范围',
    fields: [
      column('number'),
      { name: 'low', title: '不小于', kind: 'number', required: false },
      { name: 'high', title: '不大于', kind: 'number', required: false },
    ],
    rule: (values) => `列「${textIn(values, 'column')}」${outsideText(values)}的`,
    refuses: (values) => {
      const [low, high] = [numberIn(values, 'low'), numberIn(values, 'high')]
      if (low === null && high === null) return { field: 'low', message: '请填写下限或上限' }
      return low !== null && high !== null && low > high ? { field: 'high', message: '上限小于下限' } : null
    },
  },
  '超出范围的',
  (values, rows) => {
    const own = rows.column(textIn(values, 'column'), 'number')
    const [low, high] = [numberIn(values, 'low'), numberIn(values, 'high')]
    return [
      low === null ? [] : [`${own} < ${literal(low)}`],
      high === null ? [] : [`${own} > ${literal(high)}`],
    ]
      .flat()
      .join(' OR ')
  },
)

/** Digits without an exponent where it has none. */
const literal = (value: number): string => (value < 0 ? `(${value})` : String(value))

const outsideText = (values: CheckValues): string => {
  const [low, high] = [numberIn(values, 'low'), numberIn(values, 'high')]
  const parts = [low === null ? '' : `小于 ${told(low)} `, high === null ? '' : `大于 ${told(high)} `]
  return parts.filter((part) => part !== '').join('或')
}

const valueText = (values: CheckValues, rows: CheckedRows): string =>
  rows.dialect.cast(rows.column(textIn(values, 'column')), 'varchar', null)

/** Empty ones are the matter of another kind. */
const notAmong = (values: CheckValues, rows: CheckedRows, known: readonly string[]): string => {
  const own = valueText(values, rows)
  const present = `${rows.column(textIn(values, 'column'))} IS NOT NULL AND ${own} <> ''`
  if (known.length === 0) return present
  return `${present} AND ${own} NOT IN (${known.map(rows.dialect.text).join(', ')})`
}

const listed = shareOf(
  {
    kind: 'listed',
    title: '取值在列出的之内',
    fields: [
      column(),
      { name: 'known', title: '可以有的值', kind: 'lines', required: true, hint: '每行一个' },
    ],
    rule: (values) => {
      const known = linesIn(values, 'known')
      return `列「${textIn(values, 'column')}」不是${known.slice(0, 5).join('、')}${known.length > 5 ? ` 等 ${known.length} 个值` : ''}的`
    },
  },
  '别的值',
  (values, rows) => notAmong(values, rows, linesIn(values, 'known')),
)

const dictionary = shareOf(
  {
    kind: 'dictionary',
    title: '取值在字典之内',
    fields: [column(), { name: 'dictionary', title: '字典', kind: 'dictionary', required: true }],
    rule: (values) => `列「${textIn(values, 'column')}」在字典里没有的`,
  },
  '字典里没有的',
  (values, rows) => notAmong(values, rows, rows.codes(Number(textIn(values, 'dictionary')))),
)

const elsewhere = shareOf(
  {
    kind: 'elsewhere',
    title: '取值在另一张表之内',
    fields: [
      column(),
      { name: 'table', title: '另一张表', kind: 'table', required: true },
      { name: 'other', title: '那张表的列', kind: 'otherColumn', required: true },
    ],
    rule: (values) =>
      `列「${textIn(values, 'column')}」在「${textIn(values, 'table')}」的列「${textIn(values, 'other')}」里没有的`,
  },
  '那里没有的',
  (values, rows) => {
    const other = rows.other(textIn(values, 'table'))
    const key = other.column(textIn(values, 'other'))
    const known = `SELECT ${rows.dialect.cast(key, 'varchar', null)} FROM ${other.whole} WHERE ${key} IS NOT NULL`
    return `${notAmong(values, rows, [])} AND ${valueText(values, rows)} NOT IN (${known})`
  },
)

const future = shareOf(
  {
    kind: 'future',
    title: '日期不在将来',
    fields: [column('day')],
    rule: (values) => `列「${textIn(values, 'column')}」晚于今天的`,
  },
  '将来的日期',
  (values, rows) =>
    `${rows.dialect.businessDay(rows.column(textIn(values, 'column'), 'day'), 0)} > ${rows.dialect.day(rows.today)}`,
)

export const valueKinds: readonly CheckKind[] = [filled, range, listed, dictionary, elsewhere, future]
