// The home page's figures: one card per view, computed one after another, so that a page opened in passing
// never uses more than one reader.

import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { Turns } from '#server/limits/turns.ts'
import { businessDay, wallClockHour } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { Cell, HomeCard } from '#features/statement/contract.ts'
import { noteTrace } from '#features/trace/server/index.ts'
import { updateTimeOf } from '../compiling.ts'
import { figuresInScope } from '../figures.ts'
import { reportsOfView } from '../reports.ts'
import { noDays } from '../tolerant.ts'
import {
  type HomeQuestion,
  hasPointConditions,
  homeQuestion,
  lateSince,
  openDays,
  shownDays,
  wholeUntil,
} from './question.ts'
import { type SoFarQuestion, soFarQuestion } from './soFar.ts'

/**
 * Two at once on the server, one per person, so that one user's slow report delays nobody else's home page.
 */
const turns = new Turns({ atOnce: 2, atOnceEach: 1 })
/** After this time the finished cards are sent; the page requests the others again. */
const budgetMs = 2_000
const longestMs = 10_000

/** In the given order, each view once. */
export async function readHome(
  deps: Deps,
  user: SessionUser,
  viewIds: readonly number[],
  signal: AbortSignal,
): Promise<HomeCard[]> {
  const until = performance.now() + budgetMs
  const cards: HomeCard[] = []
  for (const viewId of new Set(viewIds)) {
    signal.throwIfAborted()
    cards.push(
      cards.length > 0 && performance.now() > until
        ? plainCard(viewId, 'waiting')
        : await turns.take(signal, () => readCard(deps, user, viewId, signal), { key: user.id }),
    )
  }
  return cards
}

const plainCard = (viewId: number, state: HomeCard['state'], message = '', reportName = ''): HomeCard => ({
  viewId,
  reportId: null,
  reportName,
  info: null,
  state,
  message,
  days: [],
  points: [],
  openDays: 1,
  lateSince: null,
  until: null,
  updateTime: null,
})

const noDaysText = '没有按天的指标，打开查看'
const nothingLately = `近 ${shownDays - 1} 天没有数据，打开查看`

async function readCard(
  deps: Deps,
  user: SessionUser,
  viewId: number,
  signal: AbortSignal,
): Promise<HomeCard> {
  const limit = AbortSignal.timeout(longestMs)
  try {
    return await figureCard(deps, user, viewId, AbortSignal.any([signal, limit]))
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) {
      return plainCard(viewId, 'failed', `${longestMs / 1000} 秒内没有算完，请打开报表查看`)
    }
    if (error instanceof AppError && error.data === noDays) return plainCard(viewId, 'none', noDaysText)
    if (error instanceof AppError) return plainCard(viewId, 'failed', error.message)
    throw error
  }
}

async function figureCard(
  deps: Deps,
  user: SessionUser,
  viewId: number,
  signal: AbortSignal,
): Promise<HomeCard> {
  const { zone } = deps.settings
  const now = new Date()
  const today = businessDay(deps.settings, now)
  const [reports, model] = await Promise.all([reportsOfView(deps.metadata, user, viewId), readModel(deps)])
  const found = reports
    .map((report) => ({ report, question: homeQuestion(report.info, model, today) }))
    .find(({ question }) => question !== null)
  if (!found?.question) {
    return plainCard(viewId, 'none', reports.length === 0 ? '还没有报表' : noDaysText)
  }
  const { report, question } = found
  const figures = await figuresByDay(deps, user, question, signal)
  await noteTrace(deps, {
    kind: 'view',
    userId: user.id,
    detail: { reportId: report.id, viewId, reportName: report.reportName, info: question.info },
  })
  if (!figures) return plainCard(viewId, 'none', noDaysText, report.reportName)
  // No row within the shown days (last year's import, a closed game): a table of dashes would say nothing.
  if (figures.rowOf.size === 0) return plainCard(viewId, 'none', nothingLately, report.reportName)
  const soFar = await readSoFar(deps, user, soFarQuestion(figures.asked, model, deps.settings, now), {
    dayKey: question.dayKey,
    today,
    signal,
  })
  const days = Array.from({ length: shownDays }, (_, at) => shiftDay(today, at + 1 - shownDays))
  const points = figures.columns.map(({ key, title, format, unit }) => ({
    key,
    title,
    format,
    unit,
    values: days.map((day) => figures.cellAt(key, day)),
    soFar: soFar?.pairOf(key) ?? null,
  }))
  const hour = ((wallClockHour(zone, now) % 24) + 24) % 24
  return {
    viewId,
    reportId: report.id,
    reportName: report.reportName,
    info: question.info,
    state: 'figures',
    message: hasPointConditions(report.info) ? '未应用报表里对指标的条件' : '',
    days,
    points,
    openDays: openDays(days, wholeUntil(model, question.info, deps.settings)),
    lateSince: lateSince(days, points, hour),
    until: soFar?.until ?? null,
    updateTime: figures.updateTime,
  }
}

/** Null where the days themselves are gone. */
async function figuresByDay(
  deps: Deps,
  user: SessionUser,
  { info, dayKey }: HomeQuestion,
  signal: AbortSignal,
) {
  const { head, chunks, prepared } = await figuresInScope(deps, { info, scope: user, tolerant: true }, signal)
  const cells = head.columns.map((_, place) =>
    chunks.flatMap((chunk) => JSON.parse(chunk.columns[place] ?? '[]') as Cell[]),
  )
  const days = cells[head.columns.findIndex(({ key }) => key === dayKey)]
  if (!days) return null
  const rowOf = new Map(days.map((day, row) => [String(day).slice(0, 10), row]))
  const columns = head.columns.filter(({ kind }) => kind !== 'dimension')
  const cellAt = (key: string, day: string): Cell =>
    cells[head.columns.findIndex((column) => column.key === key)]?.[rowOf.get(day) ?? -1] ?? null
  const left = columns.map(({ key }) => Number(key.slice(1)))
  // What was deleted is no more asked for.
  const asked = { ...info, points: info.points.filter((id) => left.includes(id)) }
  return { columns, rowOf, cellAt, asked, updateTime: updateTimeOf(prepared.model, prepared.tables) }
}

interface SoFarAsked {
  dayKey: string
  today: string
  signal: AbortSignal
}

/** Null where it can't be told: the card then says nothing of it. */
async function readSoFar(
  deps: Deps,
  user: SessionUser,
  question: SoFarQuestion | null,
  { dayKey, today, signal }: SoFarAsked,
) {
  if (!question) return null
  try {
    const figures = await figuresByDay(deps, user, { info: question.info, dayKey }, signal)
    // Without a row of today its tables were published, but not filled.
    if (!figures?.rowOf.has(today)) return null
    const asked = new Set(figures.columns.map(({ key }) => key))
    const yesterday = shiftDay(today, -1)
    return {
      until: question.until,
      pairOf: (key: string) =>
        asked.has(key)
          ? { today: figures.cellAt(key, today), yesterday: figures.cellAt(key, yesterday) }
          : null,
    }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
