// A rule on a saved query tried by the caller: now, and over past days or runs. The caller must be allowed to run the
// query; the rows are those that the caller and the owner both see.

import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { businessDay } from '#shared/businessDay.ts'
import { dayNumber, shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { cronOf } from '#shared/timing.ts'
import type { WatchedQuery } from '#features/alarm/contract.ts'
import { type SentQuery, sentQueries } from '#features/code/server/index.ts'
import { valuesOnDay } from '#features/custom/server/index.ts'
import type { Evaluation } from '../checking/evaluating.ts'
import { minuteText, wallMinute } from '../checking/periods.ts'
import type { AlarmDeps } from '../deps.ts'
import type { Asked } from '../running/which.ts'
import { type Answer, type Asker, askQuery, comparableKey } from './answer.ts'
import { comparableRuns } from './history.ts'
import { judgeRuns, type Run } from './judging.ts'
import { queryOf } from './points.ts'

interface At {
  now: Date
  signal: AbortSignal
}

interface Found {
  watched: WatchedQuery
  query: SentQuery
  asker: Asker
}

async function findFor(deps: AlarmDeps, { rule, scope }: Asked, caller: SessionUser): Promise<Found> {
  const watched = queryOf(rule)
  if (!watched) throw new Error('only a query is tried here')
  const { findSentQuery } = await sentQueries()
  const query = await findSentQuery(deps.metadata.db, caller, watched.id)
  return { watched, query, asker: { account: caller, scope } }
}

export async function judgeNow(
  deps: AlarmDeps,
  asked: Asked,
  caller: SessionUser,
  { now, signal }: At,
): Promise<{ found: Evaluation; period: string | null }> {
  const found = await findFor(deps, asked, caller)
  const minute = wallMinute(deps.settings.zone, now)
  const answer = await answerOn(deps, found, businessDay(deps.settings, now), signal)
  const before = (await keptRuns(deps, asked, found, caller)).filter((run) => run.minute < minute)
  return { found: judgeRuns(asked.rule, [...before, { ...answer, minute }]), period: minuteText(minute) }
}

async function keptRuns(
  deps: AlarmDeps,
  { stored }: Asked,
  { watched, query, asker }: Found,
  caller: SessionUser,
  most?: number,
): Promise<Run[]> {
  if (!stored) return []
  const comparable = comparableKey(query, watched, asker.scope)
  const of = { alarm: stored.id, comparable, ...(most !== undefined && { most }) }
  return comparableRuns(deps.metadata.db, of, caller)
}

/** Days run anew for a rehearsal; fewer where they take long. */
const daysRehearsed = 14
const rehearsalMs = 40_000
const runsRehearsed = 200

interface Past {
  runs: Run[]
  /** From where its figures are, in Chinese. */
  method: string
}

/** The latest last. */
export async function pastRuns(
  deps: AlarmDeps,
  asked: Asked,
  caller: SessionUser,
  { now, signal, days = daysRehearsed }: At & { days?: number | undefined },
): Promise<Past> {
  const found = await findFor(deps, asked, caller)
  const today = businessDay(deps.settings, now)
  const minute = wallMinute(deps.settings.zone, now)
  if (await isMoving(deps, found, today)) {
    const begun = performance.now()
    const runs: Run[] = []
    for (let back = 0; back < Math.min(days, daysRehearsed); back += 1) {
      const day = shiftDay(today, -back)
      const answer = await answerOn(deps, found, day, signal)
      const at = back === 0 ? minute : dayNumber(day) * minutesADay + clockOf(found.watched, minute)
      runs.unshift({ ...answer, minute: at })
      if (performance.now() - begun > rehearsalMs) break
    }
    return {
      runs,
      method: `参数里的日期随每天移动，所以按过去 ${runs.length} 天各运行了一次；用的是现在的数据，当时的数据可能不同。`,
    }
  }
  const kept = (await keptRuns(deps, asked, found, caller, runsRehearsed)).filter(
    (run) => run.minute < minute,
  )
  const answer = await answerOn(deps, found, today, signal)
  return {
    runs: [...kept, { ...answer, minute }],
    method:
      kept.length === 0
        ? '查询没有随日期移动的参数，过去的结果无从重算：这里只有现在的一次。给日期加一个参数（如 :day，默认「昨天」），就能按过去的日期预演。'
        : `查询没有随日期移动的参数，过去的结果无从重算：这里是已有的 ${kept.length} 次运行和现在的一次。`,
  }
}

const minutesADay = 1_440

/** The minute of the day at which it is run; without one, that of now. */
function clockOf({ timing }: WatchedQuery, minute: number): number {
  const [at = '', hour = ''] = (cronOf(timing) ?? '').split(' ')
  const isClock = /^\d+$/.test(at) && /^\d+$/.test(hour)
  return isClock ? Number(hour) * 60 + Number(at) : minute % minutesADay
}

/** Whether its values are others on another day. */
async function isMoving(deps: Deps, { query, watched }: Found, today: string): Promise<boolean> {
  if (!query.params.some(({ type }) => type === 'date')) return false
  const [now, before] = [
    await valuesOnDay(deps, query.params, watched.params, today),
    await valuesOnDay(deps, query.params, watched.params, shiftDay(today, -1)),
  ]
  return JSON.stringify(now) !== JSON.stringify(before)
}

// ---- answers that are asked for again while a rule is typed

const keptMs = 90_000
const mostKept = 200
const answers = new WeakMap<object, Map<string, { at: number; answer: Promise<Answer> }>>()

/** Each key stroke in a condition asks about the same rows. */
function answerOn(deps: AlarmDeps, { query, watched, asker }: Found, day: string, signal: AbortSignal) {
  const known = answers.get(deps.metadata) ?? new Map<string, { at: number; answer: Promise<Answer> }>()
  answers.set(deps.metadata, known)
  const key = `${asker.account.id} ${comparableKey(query, watched, asker.scope)} ${day}`
  const now = Date.now()
  const kept = known.get(key)
  const ask = () => askQuery(deps, query, watched, asker, { day, signal })
  // Whoever asked first may have gone.
  if (kept && now - kept.at < keptMs) return kept.answer.catch(ask)
  for (const [other, { at }] of known) if (now - at >= keptMs || known.size >= mostKept) known.delete(other)
  const answer = ask()
  known.set(key, { at: now, answer })
  // A failure, or a question that was withdrawn, is asked again.
  answer.catch(() => known.delete(key))
  return answer
}

// ---- what there is to choose from

const rowsSampled = 200
const samplesShown = 3

export async function readQueryResult(
  deps: AlarmDeps,
  caller: SessionUser,
  { id, params }: Pick<WatchedQuery, 'id' | 'params'>,
  signal: AbortSignal,
) {
  const { findSentQuery, firstCells } = await sentQueries()
  const none = { parameters: [], columns: [], rows: 0 }
  if (!holdsPermission(caller.authorityInfo, 'search_sqlQuery'))
    return { name: '', ...none, problem: '没有「代码查询」权限' }
  const query = await findSentQuery(deps.metadata.db, caller, id)
  const parameters = query.params.map(({ name, type, label, default: usual, dictId }) => ({
    name,
    type,
    label,
    default: usual,
    dictId,
  }))
  const own = { name: query.name, parameters }
  try {
    const { runOn } = await import('./answer.ts')
    const { isFigure, shownText } = await import('#shared/sql/cellText.ts')
    const asker = { account: caller, scope: { games: caller.games, rules: caller.rules } }
    const day = businessDay(deps.settings)
    const result = await runOn(deps, query, params, asker, { day, signal, limit: rowsSampled })
    const labels = new Map(
      result.labels.map(({ column, names }) => [
        column,
        new Map(names.map(({ code, label }) => [code, label])),
      ]),
    )
    const columns = result.columns.map((column, at) => {
      const show = shownText({ title: column.name, ...column })
      const cells = firstCells(result.chunks, at, samplesShown) as Parameters<typeof show>[0][]
      const names = labels.get(at)
      const samples = cells.map((cell) => names?.get(String(cell)) ?? show(cell))
      return { name: column.name, figure: isFigure(column), samples }
    })
    return { ...own, columns, rows: result.rowCount, problem: '' }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AppError)) throw error
    return { ...own, columns: [], rows: 0, problem: error.message }
  }
}
