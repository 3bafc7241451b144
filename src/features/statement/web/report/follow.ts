// Keeps the store in step with the address, whoever changed it: a control, a link, Back.
import { navigate } from 'wouter/use-browser-location'
import { dimsIn } from '#semantic/model/conditions.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { namesFestival } from '#shared/days/festivals.ts'
import { CallError, failureOf } from '#web/api/callError.ts'
import { loadFestivals } from '#web/calendar/loadFestivals.ts'
import { fullSearch, queryOf } from '#web/shell/longAddress.ts'
import { showMessage } from '#web/shell/message.ts'
import { useSettings } from '#web/shell/settings.ts'
import {
  applyChanges,
  changesFrom,
  type ReportAddress,
  readAddress,
  writeAddress,
} from '../address/address.ts'
import { detailPath, focusPath } from '../address/link.ts'
import { addressParts } from '../address/parts.ts'
import { noteRecent, revealView, stopAwaiting, useTree } from '../tree/store.ts'
import { rememberStep } from '../undo.ts'
import { endVisit, noteChange } from '../unsaved/visit.ts'
import { takeAhead } from './asking/ahead.ts'
import { askSoon, forgetChange } from './asking/asking.ts'
import {
  ask,
  cancelAsk,
  forgetFigures,
  loadParams,
  loadReports,
  presentKey,
  showReports,
} from './asking/loading.ts'
import { carriedOver, withoutStrays } from './asking/request.ts'
import { keptResult } from './asking/resultCache.ts'
import { blankInfo } from './blankInfo.ts'
import { emptyReport, type Present, useReport } from './store.ts'

function presentOf({ report, changes }: ReportAddress): { present: Present | null; missing: boolean } {
  const { reports } = useReport.getState()
  if (report === 0) {
    return {
      present: { report: null, saved: blankInfo, info: applyChanges(blankInfo, changes) },
      missing: false,
    }
  }
  const found = report === null ? reports[0] : reports.find(({ id }) => id === report)
  const shown = found ?? reports[0]
  if (!shown) return { present: null, missing: report !== null }
  // Changes belong to the report for which they were made. A link may leave out a dimension that the saved
  // sort order names.
  const isChanged = found !== undefined && Object.keys(changes).length > 0
  const info = isChanged ? withoutStrays(applyChanges(shown.info, changes)) : shown.info
  return { present: { report: shown, saved: shown.info, info }, missing: report !== null && !found }
}

const told = new Set<string>()
function tellProblems(search: string, { problems, unreadCalendar }: AddressRead, missing: boolean): void {
  if ((problems.length === 0 && !missing) || told.has(search)) return
  // A retry may be able to read the calendar.
  if (!unreadCalendar) told.add(search)
  const parts = [
    ...(missing ? ['链接里的子报表不存在，已打开第一张'] : []),
    ...(unreadCalendar
      ? [`日历读取失败，链接里的节日未能换成日期，已按保存的设置打开：${unreadCalendar.message}`]
      : problems.length > 0
        ? [`链接里的${problems.join('、')}有误，已按保存的设置打开`]
        : []),
  ]
  showMessage({ message: parts.join('；'), intent: 'warning' })
}

/** 国庆 and 春节 become days once the calendar is loaded. */
const asksForFestival = (search: string): boolean =>
  namesFestival(queryOf(search).get(addressParts.dateRange.param) ?? '')

/**
 * Reads an address into the store and loads what it needs. `own`: a control of this page made the address and
 * decides itself whether to request figures; Back, Forward and links always show their figures. `ahead`:
 * preloading for a page that is not open yet.
 */
export async function followAddress(search: string, { own = false, ahead = false } = {}): Promise<void> {
  let read: AddressRead = readAddress(search)
  if (read.problems.length > 0 && asksForFestival(search)) {
    const here = location.search
    const unreadCalendar = await loadFestivals().then(() => undefined, failureOf)
    // The reader may have navigated away while the calendar loaded.
    if (location.search !== here && fullSearch(location.search) !== fullSearch(search)) return
    read = { ...readAddress(search), ...(unreadCalendar && { unreadCalendar }) }
  }
  const { address } = read
  const { view } = address
  // A loose report, which a sentence or 新建报表 opened: it belongs to no view yet.
  if (view === null && address.report === 0) return followLoose(read, search, { own, ahead })
  if (view === null) {
    forgetFigures()
    stopAwaiting()
    useReport.setState({
      ...emptyReport,
      status: 'failed',
      failure: new CallError({ status: 0, code: 'object_missing', message: '链接里没有报表编号' }),
    })
    return
  }
  if (useReport.getState().viewId !== view) {
    forgetFigures()
    useReport.setState({ ...emptyReport, viewId: view, status: 'loading' })
    if (ahead) notEntered = view
    else enterView(view)
    const reports = takeAhead(view)
    if (reports) {
      // At once, so that figures are requested before the page renders.
      showReports(view, reports)
      return followAddress(search, { own, ahead })
    }
    if (!(await loadReports(view))) {
      const { viewId, failure } = useReport.getState()
      if (viewId === view && failure?.code === 'object_missing') stopAwaiting()
      return
    }
    // The reader may have moved within the view while its reports loaded.
    return followAddress((!ahead && location.search) || search, { own, ahead })
  }
  if (!ahead && notEntered === view) enterView(view)
  if (useReport.getState().status !== 'ready') return
  showPresent(read, search, { own, ahead })
}

interface Following {
  own: boolean
  ahead: boolean
}

function followLoose(read: AddressRead, search: string, following: Following): void {
  const { viewId, status } = useReport.getState()
  if (viewId !== null || status !== 'ready') {
    forgetFigures()
    stopAwaiting()
    useReport.setState({ ...emptyReport, status: 'ready' })
  }
  showPresent(read, search, following)
}

function showPresent(read: AddressRead, search: string, { own, ahead }: Following): void {
  const before = useReport.getState().present
  const { present, missing } = presentOf(read.address)
  if (!ahead) tellProblems(search, read, missing)
  applyPresent(before, present, own)
  if (!ahead) noteChange(present, own)
}

/** The view that is preloaded for a page not yet opened. */
let notEntered: number | null = null

function enterView(view: number): void {
  notEntered = null
  noteRecent(view)
  revealView(view)
}

/** Cancels running requests; the next visit starts from its address. */
export function leaveReport(): void {
  endVisit()
  notEntered = null
  forgetFigures()
  stopAwaiting()
  useReport.setState(emptyReport)
}

/** The path of the current report page: a change stays on it. */
export const presentPath = (): string => (location.pathname === focusPath ? focusPath : detailPath)

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const sameDefinition = (one: Present, other: Present | null): boolean =>
  other !== null && one.report === other.report && one.saved === other.saved && sameJson(one.info, other.info)

const reportIdOf = (present: Present | null) => (present === null ? undefined : (present.report?.id ?? 0))

function applyPresent(before: Present | null, present: Present | null, own: boolean): void {
  const sameReport = before !== null && reportIdOf(before) === reportIdOf(present)
  // Setting the same state again would render nothing new.
  if (!sameReport) {
    const nothing = { result: null, params: null, paramsFailure: null, askFailure: null, asking: null }
    useReport.setState({ present, ...nothing })
  } else if (!sameDefinition(before, present)) useReport.setState({ present })
  if (!present) return
  const reach = (info: ReportInfo) =>
    JSON.stringify([info.dims, info.points, info.formulas, dimsIn(info.filters)])
  // After the figures, which have priority.
  if (!sameReport || reach(before.info) !== reach(present.info)) queueMicrotask(() => void loadParams())
  const key = presentKey()
  const begun = hasBegun()
  const { askFailure } = useReport.getState()
  // The error belonged to other conditions.
  if (askFailure && askFailure.key !== key) useReport.setState({ askFailure: null })
  if (!sameReport || key === useReport.getState().result?.key) forgetChange()
  if (key === useReport.getState().result?.key) {
    cancelAsk()
    return
  }
  const { autoLoadReportData, autoLoadOnDimChange } = useSettings.getState()
  const isSeen = key !== null && keptResult(key) !== undefined
  if (!sameReport ? autoLoadReportData || isSeen : !own || isSeen) {
    const moved = !sameReport || !sameJson(before.info, present.info)
    if (moved || isSeen) {
      forgetChange()
      void ask()
    }
  } else if (sameReport && autoLoadOnDimChange && begun) askSoon()
  // An answer to earlier conditions must not appear below the current ones.
  else if (sameReport) cancelAsk()
}

/** A reader who loads figures manually also starts manually. */
function hasBegun(): boolean {
  const { result, asking, changing, askFailure } = useReport.getState()
  const { autoLoadReportData } = useSettings.getState()
  return autoLoadReportData || result !== null || asking !== null || changing || askFailure !== null
}

type AddressRead = ReturnType<typeof readAddress> & {
  /** Why the holidays that the address names could not become days. */
  unreadCalendar?: CallError
}

type Extras = () => [string, string][]
let extras: Extras = () => []

/** What a page adds to the address beside the report; addresses of changes contain it too. */
export function takeAlong(more: Extras): () => void {
  extras = more
  return () => {
    if (extras === more) extras = () => []
  }
}

/** The address of a changed definition of the open report. */
export function addressOf(info: ReportInfo, path = presentPath()): string {
  const { viewId, present, reports } = useReport.getState()
  const report = present?.report ?? null
  // The view's first report needs no number: the link stays short, and valid when reports are added.
  const number = present && report === null ? 0 : report && report.id !== reports[0]?.id ? report.id : null
  const address = writeAddress(
    { view: viewId, report: number, changes: changesFrom(present?.saved ?? blankInfo, info) },
    path,
  )
  const more = new URLSearchParams(path === presentPath() ? extras() : []).toString()
  return more ? `${address}&${more}` : address
}

/**
 * Changes the definition: a new address, which Back undoes. `at once` requests figures without waiting for
 * 查询.
 */
export function change(patch: Partial<ReportInfo>, { atOnce = false, replace = false } = {}): void {
  const { present } = useReport.getState()
  if (!present) return
  const info = withoutStrays({ ...present.info, ...patch })
  const before = location.pathname + fullSearch(location.search)
  const address = addressOf(info)
  if (!replace && address !== before) rememberStep(() => navigate(before))
  navigate(address, { replace })
  void followAddress(location.search, { own: true })
  if (!atOnce) return
  forgetChange()
  void ask()
}

/** Opens another report of the view, with the shared days and filters. */
export function showReport(reportId: number): void {
  const { present, reports, viewId } = useReport.getState()
  const target = reports.find(({ id }) => id === reportId)
  if (!target || target.id === present?.report?.id) return
  const info = present ? carriedOver(present.info, present.saved, target.info) : target.info
  navigate(
    writeAddress(
      {
        view: viewId,
        report: target.id === reports[0]?.id ? null : target.id,
        changes: changesFrom(target.info, info),
      },
      presentPath(),
    ),
  )
}

/** Starts an unsaved report: in the open view if the reader may change it, else a loose one. */
export function startReport(): void {
  const { viewId } = useReport.getState()
  const view = viewId !== null && useTree.getState().shape.views.get(viewId)?.editable ? viewId : null
  navigate(writeAddress({ view, report: 0, changes: {} }, presentPath()))
  useReport.setState({ picker: 'points' })
}

/** `[` and `]`, wrapping around. */
export function stepReport(by: -1 | 1): void {
  const { reports, present } = useReport.getState()
  if (reports.length < 2) return
  const at = reports.findIndex(({ id }) => id === present?.report?.id)
  const next = reports[(at + by + reports.length) % reports.length]
  if (next) showReport(next.id)
}
