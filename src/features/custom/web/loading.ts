// Loads the list, a report and its figures; a newer request cancels an older one.
import { navigate } from 'wouter/use-browser-location'
import { call, callBlob, failureOf } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { keepWork, keptWorkMessage, takeKeptWork } from '#web/shell/keptWork.ts'
import { showMessage } from '#web/shell/message.ts'
import { useSettings } from '#web/shell/settings.ts'
import { type CustomValues, exportCustomReport, getCustomReport, runCustomReport } from '../contract.ts'
import { changedValues, readAddress, reportAddress, valuesFrom } from './address.ts'
import { draftOf, newDraft } from './draft.ts'
import { type CustomState, closedReport, type Draft, useCustom } from './store.ts'

let asked: AbortController | null = null

export function cancelAsk(): void {
  asked?.abort()
  asked = null
  useCustom.setState({ asking: false })
}

const draftPurpose = 'customReport'

export function isTouched({ draft, report }: Pick<CustomState, 'draft' | 'report'>): boolean {
  if (!draft) return false
  if (report) return JSON.stringify(draft) !== JSON.stringify(draftOf(report))
  return draft.name !== '' || draft.sql !== ''
}

/** Saves the draft when the session or the page ends. */
export function keepDraft(): void {
  const state = useCustom.getState()
  if (isTouched(state)) keepWork(draftPurpose, state.draft)
}

function keptDraft(id: string | null): Draft | null {
  const kept = takeKeptWork(draftPurpose) as Draft | null
  if (kept?.id !== id) return null
  showMessage({ message: keptWorkMessage })
  return kept
}

/** Opens the report in the address and shows its figures. */
export async function followAddress(search: string): Promise<void> {
  const address = readAddress(search)
  const { id, report } = useCustom.getState()
  if (address.id !== id) {
    cancelAsk()
    useCustom.setState({ ...closedReport, id: address.id })
    if (address.id === 'new') {
      useCustom.setState({ draft: keptDraft(null) ?? newDraft() })
      return
    }
    await openReport(address.id)
    return
  }
  if (!report) return
  const values = { ...defaultsOf(report.params), ...valuesFrom(address, report.params) }
  const before = useCustom.getState()
  const draft = address.editing ? (before.draft ?? draftOf(report)) : null
  if (JSON.stringify(values) === JSON.stringify(before.values)) {
    useCustom.setState({ draft })
    return
  }
  useCustom.setState({ values, draft })
  void ask()
}

const defaultsOf = (params: readonly { name: string; default: CustomValues[string] }[]): CustomValues =>
  Object.fromEntries(params.map((parameter) => [parameter.name, parameter.default]))

export async function openReport(id: string): Promise<void> {
  try {
    const report = await call(getCustomReport, { params: { id } }, { quiet: true })
    if (useCustom.getState().id !== id) return
    const address = readAddress(location.search)
    const values = { ...defaultsOf(report.params), ...valuesFrom(address, report.params) }
    useCustom.setState({
      report,
      values,
      failure: null,
      draft: address.editing ? (keptDraft(id) ?? draftOf(report)) : null,
    })
    if (useSettings.getState().autoLoadReportData && report.problem === '') void ask()
  } catch (error) {
    if (useCustom.getState().id !== id) return
    useCustom.setState({ failure: failureOf(error) })
  }
}

/** Writes a value to the address, so that Back undoes it. */
export function changeValue(name: string, value: CustomValues[string]): void {
  const { report, values } = useCustom.getState()
  if (!report) return
  const changed = { ...values, [name]: value }
  useCustom.setState({ values: changed })
  const editing = readAddress(location.search).editing
  navigate(reportAddress(report.id, changedValues(changed, report.params), { editing }), { replace: true })
}

export async function ask({ fresh = false } = {}): Promise<void> {
  const { report, values } = useCustom.getState()
  if (!report) return
  cancelAsk()
  const mine = new AbortController()
  asked = mine
  useCustom.setState({ asking: true, askFailure: null })
  try {
    const table = await call(
      runCustomReport,
      { params: { id: report.id }, body: { values, ...(fresh && { fresh }) } },
      { signal: mine.signal, quiet: true, loading: null },
    )
    if (asked === mine) useCustom.setState({ table, asking: false })
  } catch (error) {
    if (asked === mine) useCustom.setState({ asking: false, askFailure: failureOf(error) })
  }
}

export async function exportReport(format: 'csv' | 'xlsx'): Promise<void> {
  const { report, values, exporting } = useCustom.getState()
  if (!report || exporting) return
  const canceled = new AbortController()
  useCustom.setState({ exporting: { format, cancel: () => canceled.abort() } })
  try {
    const { blob, fileName } = await callBlob(
      exportCustomReport,
      { params: { id: report.id }, body: { values, format } },
      { signal: canceled.signal, loading: null },
    )
    saveBlob(blob, fileName)
    showMessage({ message: `已导出「${report.name}」`, intent: 'success' })
  } catch (error) {
    if (failureOf(error).aborted) showMessage({ message: '导出已取消' })
  } finally {
    useCustom.setState({ exporting: null })
  }
}
