// What the values of an imported column can be read as: declared once, for the reading, the page and the command.

/** What is detected, from the narrowest on; MONEY, PERCENT and WAN are numbers in a special notation. */
export const foundKinds = [
  'BOOLEAN',
  'BIGINT',
  'DECIMAL',
  'DOUBLE',
  'MONEY',
  'PERCENT',
  'WAN',
  'DATE',
  'TIMESTAMP',
  'VARCHAR',
] as const
export type FoundKind = (typeof foundKinds)[number]

/**
 * What people may choose: beside these, answers to questions that no value decides, and readings in which values of
 * another kind are empty.
 */
export const chosenKinds = [
  ...foundKinds,
  'MONTH_FIRST',
  'DAY_FIRST',
  'YEAR_FIRST',
  'COMMA',
  'PERCENT_MIXED',
  'PERCENT_ALL',
  'NUMBER_OR_EMPTY',
  'DATE_OR_EMPTY',
  'HOURS',
] as const
/**
 * YEAR_2026: the year of days without one. YEARS_2025: that of the first row, where the rows go over the turn of a
 * year.
 */
export type ChosenKind = (typeof chosenKinds)[number] | `YEAR_${number}` | `YEARS_${number}`

export const kindTitles: Record<(typeof chosenKinds)[number], string> = {
  VARCHAR: '文本',
  BIGINT: '整数',
  DECIMAL: '小数',
  DOUBLE: '数值',
  MONEY: '金额',
  PERCENT: '百分比',
  WAN: '数字（有单位）',
  DATE: '日期',
  MONTH_FIRST: '日期（月/日/年）',
  DAY_FIRST: '日期（日/月/年）',
  YEAR_FIRST: '日期（年/月/日）',
  COMMA: '数字（逗号作小数点）',
  PERCENT_MIXED: '百分比（无 % 的不是）',
  PERCENT_ALL: '百分比（无 % 的也是）',
  NUMBER_OR_EMPTY: '数字，其余作空',
  DATE_OR_EMPTY: '日期，其余作空',
  HOURS: '时长（小时）',
  TIMESTAMP: '时间',
  BOOLEAN: '布尔值',
}

export const kindTitle = (kind: ChosenKind): string =>
  (kindTitles as Record<string, string>)[kind] ??
  `日期（${kind.startsWith('YEARS_') ? '第一行是 ' : ''}${kind.slice(-4)} 年）`

const titleOfYear = /^日期（(第一行是 )?(\d{4}) 年）$/

/** The kind of a title; null where no kind is called so. */
export function kindOfTitle(title: string): ChosenKind | null {
  const [, isFirst, year] = titleOfYear.exec(title) ?? []
  if (year) return isFirst ? `YEARS_${Number(year)}` : `YEAR_${Number(year)}`
  return chosenKinds.find((kind) => kindTitles[kind] === title) ?? null
}
