// Texts for tooltips of column headers, totals and cells, and for the status line of the cell under the cursor.

import { baseRowText, calculationTotalText } from '#semantic/model/calculation/texts.ts'
import { daysText } from '#semantic/model/period.ts'
import { unitWords } from '#semantic/model/returns.ts'
import { totalOf } from '#semantic/model/shown/columns.ts'
import { periodEnd } from '#semantic/model/shown/periods.ts'
import type { TotalKind } from '#semantic/model/types.ts'
import type { Calendar } from '#web/calendar/calendar.ts'
import type { HintLines } from '#web/table/types.ts'
import type { Cell, ReportTableColumn } from '#features/statement/contract.ts'
import { roleText, subjectsOf } from '#features/statement/web/explain/subjects.ts'
import type { Result } from '../store.ts'
import { grainOfColumn, isDateColumn, isForecast } from './columns.ts'
import { comparedTexts, fixedRowText } from './comparedTexts.ts'
import { doubtLines } from './doubts.ts'
import { type ReportTableModel, totalsRow } from './reportTableModel.ts'
import { restatedLines } from './restated.ts'

export interface HintRequest {
  result: Result
  model: ReportTableModel
  calendar: Calendar | null
}

/** One sentence: why the total is not the sum of its rows. */
const wholeTexts: Record<TotalKind, string> = {
  ratio: '整期：分子与分母各按整个时段算出，再相除；不是各行的平均。',
  distinct: '整期：整个时段去重，同一个人在几行里只算一次；所以不等于各行相加。',
  last: '整期：取时段最后的值，不把各期相加。',
  first: '整期：取时段最先的值，不把各期相加。',
  min: '整期：整个时段里最小的。',
  max: '整期：整个时段里最大的。',
  statistic: '整期：由整个时段的所有值一起算出；不是各行的平均，也不是相加。',
  computed: '整期：各组成部分先按整个时段算出，再按公式计算；所以不等于各行相加。',
}

/** How the total of a column is computed, in one sentence. */
export function totalText(column: ReportTableColumn, result: Pick<Result, 'info'>): string {
  if (column.role === 'change') return roleText(column, result.info)
  if (column.calculation) return calculationTotalText(column.calculation)
  const kind = totalOf(column)
  return kind ? wholeTexts[kind] : '符合条件的所有行相加，没有列出的行也算在内。'
}

export function hintAt(request: HintRequest, row: number | null, column: number): HintLines {
  const { model, result } = request
  const source = model.sources[column]
  if (!source) return undefined
  if (row === null) return headLines(source, result)
  if (row !== totalsRow) return cellLines(request, row, column)
  const { calculation } = source
  if (calculation && model.totals && model.totals[column] === null)
    return [`${source.title} 合计`, calculationTotalText(calculation)]
  if (source.noTotal && model.totals?.[column] === null)
    return [`${source.title} 合计`, `${source.noTotal}。`]
  const text = model.summary?.[column]
  if (!text || model.totals?.[column] === null) return undefined
  const cohorts = cohortsText(request, column)
  const lines = [...comparedLines(request, null, column), totalText(source, result)]
  return [`${source.title} 合计`, ...lines, ...(cohorts === '' ? [] : [cohorts])]
}

/** Meanings by the requested points and dimensions, each requested once; a failed request is repeated. */
const meanings = new Map<string, Promise<readonly string[]>>()

/** Meaning, unit and formula of a column. The code that requests them is loaded on first use. */
export async function headLines(
  source: ReportTableColumn,
  { info }: Pick<Result, 'info'>,
): Promise<readonly string[]> {
  const subjects = subjectsOf(source, info)
  const key = JSON.stringify(subjects)
  const asked = meanings.get(key) ?? import('./meanings.ts').then(({ meaningsOf }) => meaningsOf(subjects))
  meanings.set(key, asked)
  asked.catch(() => meanings.delete(key))
  const role = roleText(source, info)
  const unit = source.unit && source.unit !== '%' ? [`单位：${source.unit}`] : []
  const lines = await asked.catch(() => ['说明读取失败'])
  return [source.title, ...(role ? [role] : []), ...unit, ...lines]
}

/** Why the cell looks unusual; undefined for an ordinary cell. */
function cellLines(request: HintRequest, row: number, column: number): readonly string[] | undefined {
  const { model, result } = request
  const source = model.sources[column]
  if (!source || row < 0) return undefined
  const lines = [
    ...comparedLines(request, row, column),
    ...baseLines(request, row, column),
    ...dayLines(request, row, column),
    ...[unreachedText(request, row, column)].filter(Boolean),
  ]
  if (lines.length === 0) return undefined
  const name = isDateColumn(source)
    ? (model.columns[column]?.format(model.cellAt(row, column)) ?? '')
    : source.title
  return [name, ...lines, ...(source.role === 'change' ? [roleText(source, result.info)] : [])]
}

/**
 * For the status line: the marks of the cell under the cursor, without the explanation that applies to its whole
 * column.
 */
export function markText(request: HintRequest, row: number, column: number): string {
  const { model, result } = request
  const source = model.sources[column]
  if (!source) return ''
  if (row !== totalsRow)
    return [
      ...dayLines(request, row, column),
      playersText(request, row, column),
      unreachedText(request, row, column),
    ]
      .filter(Boolean)
      .join(' ')
  if (source.calculation && model.totals) return calculationTotalText(source.calculation)
  const [compared = ''] = comparedLines(request, null, column)
  if (compared !== '') return compared
  if (model.totals?.[column] === null) return source.noTotal ? `${source.noTotal}。` : ''
  const cohorts = `${playersText(request, null, column)}${cohortsText(request, column)}`
  return cohorts || (totalOf(source) === undefined ? '' : totalText(source, result))
}

/**
 * Over how many cohorts the total of a column by day counts: those whose day is over, in both parts of a rate. Unknown
 * where not all rows are here.
 */
function cohortsText({ model, result }: HintRequest, column: number): string {
  // A funnel's total takes windows that are still open, too.
  if (result.info.kind === 'funnel') return ''
  const { key = '', day } = model.sources[column] ?? {}
  const dateAt = model.sources.findIndex(isDateColumn)
  if (day === undefined || dateAt < 0 || result.table.truncated || result.table.levels) return ''
  const all = new Set<Cell>()
  const counted = new Set<Cell>()
  for (let row = 0; row < model.rowCount; row++) {
    const cohort = model.cellAt(row, dateAt)
    all.add(cohort)
    const isRunning = model.rowMark?.(row)?.unfinishedKeys?.includes(key)
    if (model.cellAt(row, column) !== null && !isRunning) counted.add(cohort)
  }
  if (counted.size === all.size) return `合计含全部 ${all.size} 批。`
  return `合计含 ${all.size} 批中的 ${counted.size} 批，其余的${othersText(model.sources[column], day)}。`
}

/** Why a cell is empty where its row is finer than the figure. */
function unreachedText({ model }: HintRequest, row: number, column: number): string {
  const { unreached = '' } = model.sources[column] ?? {}
  return model.cellAt(row, column) === null ? unreached : ''
}

/** Days of retention are counted from 0, those of LTV from 1. */
function othersText(column: ReportTableColumn | undefined, day: number): string {
  if (column?.role === 'recovered') return `没有成本，或前 ${day + 1} 天还没过完`
  if (column?.role === 'worth' || column?.role === 'earned') return `前 ${day + 1} 天还没过完`
  if (column?.role === 'lost' || column?.role === 'back') return `还没满 ${day} 天`
  return `第 ${day} ${unitWords[column?.per ?? 'day']}还没过完`
}

/** Over how many players a figure by days is, in a row of several cohorts or in the total. */
function playersText({ model, result }: HintRequest, row: number | null, column: number): string {
  const source = model.sources[column]
  const { key = '', role, day = 0 } = source ?? {}
  const base =
    role === 'worth' || role === 'payback' || role === 'rate' ? result.table.bases?.[key] : undefined
  const players = row === null ? base?.total : base?.rows[model.sourceRow(row)]
  const isRunning = row !== null && model.rowMark?.(row)?.unfinishedKeys?.includes(key)
  if (players === undefined || players === null || isRunning) return ''
  const size = model.columns[model.sources.findIndex((one) => one.role === 'size')]
  const people = `${size?.format(players) ?? String(players)} 人`
  if (role === 'payback') return `按有成本、已满这么多天的 ${people}算，天数越大，人可能越少。`
  return `按已满 ${role === 'worth' ? day + 1 : day} ${unitWords[source?.per ?? 'day']}的 ${people}算。`
}

/**
 * The two figures behind a change. A row that also covers days without a counterpart shows the figure of the compared
 * days only, so that the reader can recompute the change. `row` null is the total.
 */
function comparedLines({ result, model }: HintRequest, row: number | null, column: number): string[] {
  const source = model.sources[column]
  if (source?.role !== 'change' || source.of === undefined) return []
  const { columns, data, summary, bases, baseRange, comparedRange } = result.table
  const at = row === null ? null : model.sourceRow(row)
  const cellOf = (place: number): Cell => (at === null ? summary?.[place] : data[place]?.[at]) ?? null
  const place = columns.findIndex(({ key }) => key === source.of)
  const beside = columns.findIndex(({ of, role }) => of === source.of && role === 'previous')
  const format = model.columns[model.sources.findIndex(({ key }) => key === source.of)]?.format
  if (place < 0 || beside < 0 || !format) return []
  const shown = cellOf(place)
  const base = bases?.[source.of]
  const own = base && ((at === null ? base.total : base.rows[at]) ?? null)
  const days = (range: typeof baseRange): string =>
    at === null && range ? `（${daysText(range.from, range.to)}）` : ''
  return comparedTexts({ shown, base: own, previous: cellOf(beside) }, format, {
    own: days(baseRange),
    other: days(comparedRange),
  })
}

/** The fixed row's label and figure, with which a calculation compares the row. */
function baseLines({ result, model }: HintRequest, row: number, column: number): string[] {
  const source = model.sources[column]
  const base = source && result.table.bases?.[source.key]
  if (!source?.calculation || !base) return []
  const format = model.columns[model.sources.findIndex(({ key }) => key === source.of)]?.format
  const name = baseRowText(source.calculation, source.baseName)
  return format ? fixedRowText(name, source.noBase, base.rows[model.sourceRow(row)], format) : []
}

/** Why the row is hatched; in the date's own cell also the holiday and notes of its day. */
function dayLines({ model, calendar, result }: HintRequest, row: number, column: number): string[] {
  const source = model.sources[column]
  const mark = model.rowMark?.(row)
  const lines: string[] = []
  if (mark?.unfinished) lines.push('斜纹：这一期还没有结束，数字还会变。')
  else if (mark?.cut) lines.push('斜纹：这一期被日期范围截断，数字只含标出的这几天。')
  else if (source && mark?.unfinishedKeys?.includes(source.key))
    lines.push('斜纹：这一批里有人还没有到这一天，数字还会变。')
  if (!source) return lines
  if (isForecast(source) && model.cellAt(row, model.sources.indexOf(source)) !== null)
    lines.push('斜纹：预测，不是事实，按全部玩家算；方法和回测误差见解释。')
  if (!isDateColumn(source)) return [...lines, ...restatedFigure({ model, result }, row, source)]
  const day = model.cellAt(row, column)
  return [
    ...lines,
    ...doubtsOn(result, source, day),
    ...restatedOn(result, source, day),
    ...calendarLines(calendar, day),
  ]
}

/** The checks that the data of a date's cell does not meet. */
function doubtsOn({ table, info }: Result, source: ReportTableColumn, cell: unknown): string[] {
  if (typeof cell !== 'string') return []
  const from = cell.slice(0, 10)
  return doubtLines(table.doubts, { from, to: periodEnd(from, grainOfColumn(source, info.grain)) })
}

/** What changed on the days of a date's cell after they were whole. */
function restatedOn(
  { table, info }: Result,
  source: ReportTableColumn,
  cell: unknown,
  point?: number,
): string[] {
  if (typeof cell !== 'string') return []
  const from = cell.slice(0, 10)
  const to = periodEnd(from, grainOfColumn(source, info.grain))
  return restatedLines(table.restated, info, { from, to }, point)
}

/** The same for a figure, on the first date of its row. */
function restatedFigure(
  { model, result }: Pick<HintRequest, 'model' | 'result'>,
  row: number,
  { key, kind, role = 'value' }: ReportTableColumn,
): string[] {
  const at = model.sources.findIndex(isDateColumn)
  const date = model.sources[at]
  if (kind === 'dimension' || role !== 'value' || !date || !result.table.restated) return []
  return restatedOn(result, date, model.cellAt(row, at), Number(key.slice(1)))
}

/** The holiday and the notes of a day. */
export function calendarLines(calendar: Calendar | null, day: unknown): string[] {
  if (!calendar || typeof day !== 'string') return []
  const date = day.slice(0, 10)
  const kind = calendar.marks(date)
  const name = calendar.nameOf(date)
  const holiday = kind === '休' ? [`${name || '节假日'}，放假`] : kind === '班' ? [`${name}调休，上班`] : []
  const notes = calendar.notesOn(date).map(({ game, kind, title, text }) => {
    const head = `${kind === 'version' ? '版本' : '活动'}${game ? `（${game}）` : ''}：${title}`
    return text && text !== title ? `${head}。${text}` : head
  })
  return [...holiday, ...notes]
}
