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
import { figuresInScope } from '../figures.ts'
import { reportsOfView } from '../reports.ts'
import { noDays } from '../tolerant.ts'
import { hasPointConditions, homeQuestion, lateSince, openDays, shownDays, wholeUntil } from './question.ts'

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
  reportName,
  state,
  message,
  days: [],
  points: [],
  openDays: 1,
  lateSince: null,
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
      return plainCard(viewId, 'failed', `${longestMs / 1000} 秒内没有算出，请打开报表查看`)
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
  const { head, chunks } = await figuresInScope(
    deps,
    { info: question.info, scope: user, tolerant: true },
    signal,
  )
  await noteTrace(deps, {
    kind: 'view',
    userId: user.id,
    detail: { reportId: report.id, viewId, reportName: report.reportName, info: question.info },
  })
  const cells = head.columns.map((_, place) =>
    chunks.flatMap((chunk) => JSON.parse(chunk.columns[place] ?? '[]') as Cell[]),
  )
  const rowDays = cells[head.columns.findIndex(({ key }) => key === question.dayKey)]
  if (!rowDays) return plainCard(viewId, 'none', noDaysText, report.reportName)
  // No row within the shown days (last year's import, a closed game): a table of dashes would say nothing.
  if (rowDays.length === 0) return plainCard(viewId, 'none', nothingLately, report.reportName)
  const rowOf = new Map(rowDays.map((day, row) => [String(day).slice(0, 10), row]))
  const days = Array.from({ length: shownDays }, (_, at) => shiftDay(today, at + 1 - shownDays))
  const points = head.columns.flatMap(({ key, title, kind, format, unit }, place) => {
    if (kind === 'dimension') return []
    const values = days.map((day) => cells[place]?.[rowOf.get(day) ?? -1] ?? null)
    return [{ key, title, format, unit, values }]
  })
  const hour = ((wallClockHour(zone, now) % 24) + 24) % 24
  return {
    viewId,
    reportName: report.reportName,
    state: 'figures',
    message: hasPointConditions(report.info) ? '未计报表里对指标的条件' : '',
    days,
    points,
    openDays: openDays(days, wholeUntil(model, question.info, deps.settings)),
    lateSince: lateSince(days, points, hour),
  }
}
