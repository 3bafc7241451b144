// Computes the checks of one table: those that are aggregates by day share a statement, and so do those over the whole
// table. A check that can't be computed says why and leaves the others alone.
import { type CalendarMark, type Form, forecastGently } from '#forecast/index.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { clickhouse } from '#semantic/sql/clickhouse.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import { breathe } from '#server/limits/breath.ts'
import { type BusinessClock, businessDay, wallClockHour } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { toldText } from '#shared/nothing.ts'
import type { CheckValues } from '#features/checks/contract.ts'
import { kindNamed } from '../kinds/index.ts'
import {
  type Asking,
  type CheckedRows,
  type CheckKind,
  CheckProblem,
  type DayRow,
  type Judged,
  type Verdict,
} from '../kinds/types.ts'

type Cell = string | number | null

interface OneCheck {
  id: number
  kind: string
  values: CheckValues
}

interface SeenTable extends Pick<PhysicalTable, 'name' | 'columns'> {
  dateColumn: string | null
  /** All rows, for use after FROM. */
  rows: string
}

/** Where the rows are read. */
export interface Looked {
  dialect: 'duckdb' | 'clickhouse'
  table: SeenTable
  /** The rows that arrive, for use after FROM; null where the table is looked at as it is. */
  arriving: string | null
  /** Whether rows beside those that arrive stay. */
  joins: boolean
  other(name: string): Promise<SeenTable | null>
  codes(dictionary: number): Promise<readonly string[] | null>
  calendar(from: number, to: number): Promise<readonly CalendarMark[]>
  run(sql: string): Promise<Cell[][]>
  /** Columns with personal data, in lower case: no value of theirs is an example, because everybody reads these. */
  marked: ReadonlySet<string>
  clock: BusinessClock
  now: Date
}

export interface Evaluated extends Verdict {
  id: number
  examples: string[]
  ms: number
}

/** Days of a load that are looked at one by one. */
const mostLoadDays = 2_000

export async function evaluate(
  looked: Looked,
  checks: readonly OneCheck[],
): Promise<{ evaluated: Evaluated[]; days: ReadonlySet<string> | null }> {
  const scene = await sceneOf(looked, checks)
  const evaluated = new Map<number, Evaluated>()
  const keep = (id: number, verdict: Verdict, ms: number) =>
    evaluated.set(id, { ...verdict, id, examples: [], ms })
  const planned = checks.flatMap((check): Planned[] => {
    const kind = kindNamed(check.kind)
    try {
      if (!kind) throw new CheckProblem('这个版本没有这种校验')
      if (kind.dated && looked.table.dateColumn === null) throw new CheckProblem('表没有日期列')
      return [planOf(check, kind, scene)]
    } catch (error) {
      keep(check.id, brokenBy(error), 0)
      return []
    }
  })
  for (const group of groupsOf(planned)) {
    const begun = performance.now()
    const results = await answersOf(looked, scene, group)
    const ms = Math.round((performance.now() - begun) / group.length)
    for (const { check, kind } of group) {
      const answer = results.get(check.id)
      const verdict =
        answer instanceof Error || answer === undefined
          ? brokenBy(answer)
          : await judgedOf(looked, scene, kind, check.values, answer)
      keep(check.id, verdict, ms)
    }
  }
  for (const { check, kind } of planned) {
    const own = evaluated.get(check.id)
    const isPersonal = columnsIn(check.values).some((name) => looked.marked.has(name.toLowerCase()))
    if (own?.state === 'failed' && !isPersonal)
      own.examples = await examplesOf(looked, scene, kind, check.values)
  }
  return { evaluated: checks.flatMap(({ id }) => evaluated.get(id) ?? []), days: scene.days }
}

interface Scene {
  rows: CheckedRows
  /** The days that arrive; null: all. */
  days: ReadonlySet<string> | null
  others: Map<string, SeenTable | null>
  today: string
  hour: number
}

const isTexts = (type: string): boolean => /CHAR|String|TEXT|Enum/i.test(type)
const isNumber = (type: string): boolean =>
  /^(?:Nullable\()?(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|INTEGER|U?Int\d|DECIMAL|NUMERIC|DOUBLE|FLOAT|REAL)/i.test(
    type,
  )
const isDay = (type: string): boolean => /^(?:Nullable\()?(?:DATE|TIMESTAMP)/i.test(type)
const isDate = (type: string): boolean => /^(?:Nullable\()?DATE(?:32)?\)?$/i.test(type)

export const columnType = (type: string): 'number' | 'day' | 'other' =>
  isNumber(type) ? 'number' : isDay(type) ? 'day' : 'other'

async function sceneOf(looked: Looked, checks: readonly OneCheck[]): Promise<Scene> {
  const { table, clock, now } = looked
  const dialect = looked.dialect === 'clickhouse' ? clickhouse : duckdb
  const others = new Map<string, SeenTable | null>()
  const codes = new Map<number, readonly string[] | null>()
  for (const { values } of checks) {
    const name = typeof values.table === 'string' ? values.table : ''
    if (name !== '' && !others.has(name)) others.set(name, await looked.other(name))
    const dictionary = Number(values.dictionary ?? 0)
    if (dictionary > 0 && !codes.has(dictionary)) codes.set(dictionary, await looked.codes(dictionary))
  }
  const today = businessDay(clock, now)
  const seen = (own: SeenTable) => {
    const find = (name: string) => {
      const found = own.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
      if (!found) throw new CheckProblem(`表「${own.name}」没有列「${name}」`)
      return found
    }
    const date = own.columns.find(({ name }) => name === own.dateColumn)
    return {
      dialect,
      whole: own.rows,
      day:
        date === undefined
          ? null
          : dialect.businessDay(dialect.identifier(date.name), isDate(date.type) ? 0 : clock.cutoffHour),
      column: (name: string, type: 'any' | 'number' | 'day' = 'any') => {
        const found = find(name)
        if (type === 'number' && !isNumber(found.type)) throw new CheckProblem(`列「${found.name}」不是数字`)
        if (type === 'day' && !isDay(found.type)) throw new CheckProblem(`列「${found.name}」不是日期`)
        return dialect.identifier(found.name)
      },
      isText: (name: string) => isTexts(find(name).type),
    }
  }
  const own = seen(table)
  const rows: CheckedRows = {
    ...own,
    arriving: looked.arriving,
    scope: 'true',
    today,
    other: (name) => {
      const other = others.get(name)
      if (!other) throw new CheckProblem(`没有数据表「${name}」`)
      return { ...seen(other), today }
    },
    codes: (id) => {
      const known = codes.get(id)
      if (!known) throw new CheckProblem('字典已被删除')
      return known
    },
  }
  const scene: Scene = { rows, days: null, others, today, hour: wallClockHour(clock.zone, now) }
  if (looked.arriving === null || !looked.joins || own.day === null) return scene
  const text = dialect.cast(own.day, 'varchar', null)
  const found = await looked.run(
    `SELECT DISTINCT ${text} AS d FROM ${looked.arriving} ORDER BY 1 DESC LIMIT ${mostLoadDays}`,
  )
  const days = found.flatMap(([day]) => (typeof day === 'string' ? [day] : []))
  const among = `${own.day} IN (SELECT ${own.day} FROM ${looked.arriving}) OR ${own.day} IS NULL`
  return { ...scene, days: new Set(days), rows: { ...rows, scope: among } }
}

interface Planned {
  check: OneCheck
  kind: CheckKind
  /** Statements that agree in it are one. */
  share: string
  rows: CheckedRows
  /** Empty for a statement of its own. */
  aggregates: string[]
  statement: string
}

function planOf(check: OneCheck, kind: CheckKind, scene: Scene): Planned {
  const { asking } = kind
  const { values } = check
  if (asking.by === 'own') {
    const statement = asking.statement(values, scene.rows)
    return { check, kind, share: `own ${check.id}`, rows: scene.rows, aggregates: [], statement }
  }
  const rows = asking.by === 'days' ? withHistory(scene, asking.history(values)) : scene.rows
  const aggregates = asking.aggregates(values, rows)
  return { check, kind, share: `${asking.by} ${rows.scope}`, rows, aggregates, statement: '' }
}

/** The days before the first that is looked at, too. */
function withHistory({ rows, days }: Scene, history: number): CheckedRows {
  if (history === 0 || days === null || days.size === 0 || rows.day === null) return rows
  const first = [...days].sort()[0] as string
  return { ...rows, scope: `${rows.day} >= ${rows.dialect.day(shiftDay(first, -history))}` }
}

function groupsOf(planned: readonly Planned[]): Planned[][] {
  const groups = new Map<string, Planned[]>()
  for (const one of planned) groups.set(one.share, [...(groups.get(one.share) ?? []), one])
  return [...groups.values()]
}

type Answer = { days: DayRow[] } | { rows: Cell[][] }

/** Where one statement for all fails, each has its own, so that only the faulty one does. */
async function answersOf(
  looked: Looked,
  scene: Scene,
  group: readonly Planned[],
): Promise<Map<number, Answer | Error>> {
  try {
    return await askedTogether(looked, group)
  } catch (error) {
    if (isFinal(error)) throw error
    if (group.length === 1)
      return new Map(group.map(({ check }) => [check.id, error instanceof Error ? error : new Error()]))
    const answers = new Map<number, Answer | Error>()
    for (const one of group)
      for (const [id, answer] of await answersOf(looked, scene, [one])) answers.set(id, answer)
    return answers
  }
}

/** What ends the whole run: somebody canceled, or the time is over. */
const isFinal = (error: unknown): boolean =>
  !(error instanceof CheckProblem) &&
  error instanceof AppError &&
  !['query_failed', 'sql_error', 'report_invalid'].includes(error.code)

const mostDays = 20_000

async function askedTogether(looked: Looked, group: readonly Planned[]): Promise<Map<number, Answer>> {
  const [first] = group as [Planned]
  const { rows, statement } = first
  if (statement !== '') return new Map([[first.check.id, { rows: await looked.run(statement) }]])
  const named = (values: readonly string[]) => values.map((value, at) => `${value} AS a${at}`).join(', ')
  const aggregates = group.flatMap((one) => one.aggregates)
  const parts = (cells: readonly Cell[]) => {
    let at = 0
    return group.map(({ aggregates: own }) => {
      at += own.length
      return cells.slice(at - own.length, at)
    })
  }
  if (first.kind.asking.by === 'whole') {
    const [found = []] = await looked.run(`SELECT ${named(aggregates)} FROM ${rows.whole}`)
    const own = parts(found)
    return new Map(group.map(({ check }, at) => [check.id, { rows: [own[at] ?? []] }]))
  }
  const { dialect, day, scope } = rows
  const dayCell = day === null ? dialect.text('') : dialect.cast(day, 'varchar', null)
  const list = ['count(*) AS n', ...(aggregates.length > 0 ? [named(aggregates)] : [])].join(', ')
  const grouped = day === null ? '' : ' GROUP BY 1 ORDER BY 1'
  const found = await looked.run(
    `SELECT ${dayCell} AS d, ${list} FROM ${rows.whole} WHERE ${scope}${grouped} LIMIT ${mostDays}`,
  )
  const days = found.map(([d, n, ...cells]) => ({
    day: typeof d === 'string' && d !== '' ? d : null,
    rows: Number(n),
    own: parts(cells),
  }))
  return new Map(
    group.map(({ check }, at) => [
      check.id,
      {
        days: days.map(({ own, ...one }) => ({
          ...one,
          values: (own[at] ?? []).map((cell) => (cell === null ? null : Number(cell))),
        })),
      },
    ]),
  )
}

async function judgedOf(
  looked: Looked,
  scene: Scene,
  { asking }: CheckKind,
  values: CheckValues,
  answer: Answer,
): Promise<Verdict> {
  const judged = judgedBy(looked, scene)
  try {
    return await verdictOf(asking, values, answer, judged)
  } catch (error) {
    if (isFinal(error)) throw error
    return brokenBy(error)
  }
}

function verdictOf(
  asking: Asking,
  values: CheckValues,
  answer: Answer,
  judged: Judged,
): Verdict | Promise<Verdict> {
  if (asking.by === 'days') return asking.judge(values, 'days' in answer ? answer.days : [], judged)
  const rows = 'rows' in answer ? answer.rows : []
  return asking.by === 'whole'
    ? asking.judge(values, rows[0] ?? [], judged)
    : asking.judge(values, rows, judged)
}

function judgedBy(looked: Looked, { days, today, hour }: Scene): Judged {
  let form: Form | undefined
  let calendar: readonly CalendarMark[] | undefined
  return {
    days,
    today,
    hour,
    expected: async (series, day, level) => {
      const [first] = series
      if (!first) return null
      calendar ??= await looked.calendar(Number(first.day.slice(0, 4)), Number(day.slice(0, 4)))
      const found = await forecastGently(
        series,
        { horizon: 1, levels: [level], calendar, ...(form && { form }) },
        breathe,
      )
      // The form of the first day judged serves the others: searching for it takes most of the time.
      form ??= found.fit.form
      const [ahead] = found.days
      const band = ahead?.bands[0]
      return ahead && band ? { mean: ahead.mean, low: band.low, high: band.high } : null
    },
  }
}

/** All texts among what a check was told: columns are among them. */
const columnsIn = (values: CheckValues): string[] =>
  Object.values(values).flatMap((value) => (Array.isArray(value) ? value.map(String) : [String(value)]))

async function examplesOf(
  looked: Looked,
  { rows }: Scene,
  { examples }: CheckKind,
  values: CheckValues,
): Promise<string[]> {
  try {
    const sql = examples?.(values, rows) ?? ''
    if (sql === '') return []
    const found = await looked.run(sql)
    return found.map(
      ([value, count]) => `${toldText(value === null ? null : String(value)).slice(0, 100)}（${count} 行）`,
    )
  } catch (error) {
    if (isFinal(error)) throw error
    return []
  }
}

function brokenBy(error: unknown): Verdict {
  const text =
    error instanceof CheckProblem || error instanceof AppError ? error.message : '计算失败，列的类型可能变了'
  return { state: 'broken', figure: null, text: text.split('\n')[0] ?? text, days: [] }
}
