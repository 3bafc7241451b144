// Background reports: sent, polled until done, opened, exported, deleted.

import { navigate } from 'wouter/use-browser-location'
import { create } from 'zustand'
import type { ReportInfo } from '#semantic/model/types.ts'
import { type CallError, call, callBlob, failureOf } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { showMessage } from '#web/shell/message.ts'
import { useSession } from '#web/shell/session.ts'
import { useSettings } from '#web/shell/settings.ts'
import {
  type BackgroundRecord,
  deleteRecord,
  getRecordData,
  getRecords,
  getReportBy,
  type Report,
  runInBackground,
} from '#features/statement/contract.ts'
import { changesFrom, writeAddress } from '../address/address.ts'
import { showKept } from '../report/asking/loading.ts'
import { askedInfo, isAskable, requestKey } from '../report/asking/request.ts'
import { blankInfo } from '../report/blankInfo.ts'
import { exportFlags } from '../report/exporting.ts'
import { useReport } from '../report/store.ts'
import { closeOverlay, showOverlay } from './store.ts'

interface Records {
  /** Their owner: the next user of this tab must not see them. */
  owner: string | null
  records: BackgroundRecord[] | null
  problem: CallError | null
}

export const useRecords = create<Records>(() => ({ owner: null, records: null, problem: null }))

export const isUnderWay = ({ status }: BackgroundRecord): boolean =>
  status === 'queued' || status === 'running'

const firstWaitMs = 1_000
const longestWaitMs = 8_000

/** Records whose end will be announced. */
const followed = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Another user starts empty. */
function claim(): void {
  const owner = useSession.getState().username
  if (useRecords.getState().owner === owner) return
  followed.clear()
  useRecords.setState({ owner, records: null, problem: null })
}

export async function loadRecords(): Promise<void> {
  claim()
  try {
    const records = await call(getRecords, { params: { id: 0 } }, { quiet: true, loading: null })
    useRecords.setState({ records, problem: null })
    tellEnds(records)
  } catch (error) {
    useRecords.setState({ problem: failureOf(error) })
  }
}

/** Polls while something runs, less often over time. */
export function followRecords(waitMs = firstWaitMs): void {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    if (useSession.getState().username === null) return
    await loadRecords()
    if (useRecords.getState().records?.some(isUnderWay)) followRecords(Math.min(waitMs * 1.5, longestWaitMs))
  }, waitMs)
}

function tellEnds(records: readonly BackgroundRecord[]): void {
  for (const record of records) {
    if (isUnderWay(record)) followed.add(record.id)
    else if (followed.delete(record.id)) tellEnd(record)
  }
}

function tellEnd(record: BackgroundRecord): void {
  const { name, status, problem, rowCount } = record
  if (status === 'done') {
    showMessage({
      message: `「${name}」已在后台算好`,
      detail: `${rowCount.toLocaleString('en-US')} 行`,
      intent: 'success',
      timeoutMs: 0,
      action: { text: '打开', onClick: () => void openRecord(record) },
    })
  } else if (status === 'failed') {
    showMessage({ message: `「${name}」后台计算失败`, detail: problem, intent: 'danger' })
  }
}

/** Sends the shown report; the page may then be closed. */
export async function sendToBackground(): Promise<void> {
  const { present } = useReport.getState()
  if (!present) return
  if (!isAskable(present.info)) {
    showMessage({ message: '请先选择指标，再转到后台', intent: 'warning' })
    return
  }
  const { report, info } = present
  const reportName = report?.reportName ?? '新报表'
  try {
    const record = await call(runInBackground, {
      body: { ...(report && { reportId: report.id }), reportName, info: askedInfo(info) },
    })
    claim()
    followed.add(record.id)
    showMessage({
      message: `「${reportName}」已转到后台，算好后会提示`,
      action: { text: '后台记录', onClick: openRecords },
    })
    if (isUnderWay(record)) followRecords()
    else tellEnds([record])
  } catch {
    // The API client has already shown the error.
  }
}

export const openRecords = (): void => showOverlay({ kind: 'records' })

/** Shows a kept result in the table, at the address of its request. */
export async function openRecord(record: BackgroundRecord): Promise<void> {
  try {
    const [table, report] = await Promise.all([
      call(getRecordData, { params: { id: record.id, export: 'false' }, query: {} }),
      reportOf(record.reportId),
    ])
    if (record.reportId !== null && !report) {
      showMessage({ message: '这张报表已被删除，结果仍可以导出', intent: 'warning' })
      return
    }
    closeOverlay()
    const saved = report?.info ?? blankInfo
    const info: ReportInfo = { ...record.info, ...screenParts(saved) }
    navigate(
      writeAddress({
        view: report?.viewMetaId ?? null,
        report: report?.id ?? 0,
        changes: changesFrom(saved, info),
      }),
    )
    showKept({
      key: requestKey(report?.id ?? null, info),
      info,
      table,
      keptAt: record.endedAt ?? record.startedAt,
    })
  } catch {
    // The API client has already shown the error.
  }
}

/** Screen-only settings are not part of the request. */
function screenParts({ columns, frozen, chart, pivot }: ReportInfo): Partial<ReportInfo> {
  return {
    ...(columns && { columns }),
    ...(frozen !== undefined && { frozen }),
    ...(chart && { chart }),
    ...(pivot && { pivot }),
  }
}

async function reportOf(reportId: number | null): Promise<Report | null> {
  if (reportId === null) return null
  const here = useReport.getState().reports.find(({ id }) => id === reportId)
  if (here) return here
  const found = await call(getReportBy, { params: { type: 'ReportId', id: reportId }, body: {} })
  return found[0] ?? null
}

export async function exportRecord({ id, name }: BackgroundRecord): Promise<void> {
  try {
    const { blob, fileName } = await callBlob(getRecordData, {
      params: { id, export: 'true' },
      query: exportFlags(useSettings.getState()),
    })
    saveBlob(blob, fileName)
    showMessage({ message: `已导出「${name}」`, intent: 'success' })
  } catch {
    // The API client has already shown the error.
  }
}

export async function removeRecord({ id }: BackgroundRecord): Promise<void> {
  try {
    followed.delete(id)
    await call(deleteRecord, { params: { id }, body: {} })
    useRecords.setState(({ records }) => ({ records: records?.filter((one) => one.id !== id) ?? null }))
  } catch {
    // The client has shown why; the list shows the present state.
    await loadRecords()
  }
}
