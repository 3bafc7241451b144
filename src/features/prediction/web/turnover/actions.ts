// Implements the page's commands.
import { navigate } from 'wouter/use-browser-location'
import { call, callBlob, failureOf, quiet } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { showMessage } from '#web/shell/message.ts'
import { copyText } from '#web/ui/copyText.ts'
import { newAlarmAddress, reportAddress, seedOf } from '#features/alarm/contract.ts'
import { exportForecast, type SeriesFilter, tableGrains } from '#features/prediction/contract.ts'
import { getReportBy } from '#features/statement/contract.ts'
import { useOptions } from '../asked/options.ts'
import { aheadRows, copiedRows } from './aheadRows.ts'
import { ask, questionOf, readAhead, readPast, shownAddress, useTurnover } from './store.ts'

const pointOf = (): number | null => shownAddress().point ?? useOptions.getState().options?.turnover ?? null

/** Opens a report with the point over some days; shows a message when the reader sees no such report. */
export async function openReport(
  point: number,
  filters: readonly SeriesFilter[],
  from: string,
  to: string,
): Promise<void> {
  try {
    const [report] = await call(getReportBy, { params: { type: 'PointId', id: point }, body: {} }, quiet)
    if (!report) {
      showMessage({ message: '没有你能看到的报表包含这个指标', intent: 'warning' })
      return
    }
    const watch = { points: [point], dims: [], filters: [...filters], grain: 'day' as const }
    navigate(reportAddress(watch, { view: report.viewMetaId, report: report.id, from, to }))
  } catch (error) {
    showMessage({ message: '报表打开失败', detail: failureOf(error).shown.message, intent: 'danger' })
  }
}

export function openTurnoverReport(): void {
  const point = pointOf()
  const told = useTurnover.getState().ahead.told
  if (point === null || !told) return
  void openReport(point, shownAddress().filters, told.days.at(-60) ?? told.days[0] ?? '', told.whole)
}

export function alarmOfForecast(): void {
  const point = pointOf()
  if (point === null) return
  const { filters } = shownAddress()
  navigate(
    newAlarmAddress(seedOf({ point, role: 'value', figure: null, grain: 'day', reportId: null, filters })),
  )
}

export const exportAs = (format: 'xlsx' | 'csv') => async (): Promise<void> => {
  const asked = shownAddress()
  try {
    const body = { ...questionOf(asked), format, grain: asked.grain }
    const { blob, fileName } = await callBlob(exportForecast, { body }, { quiet: true })
    saveBlob(blob, fileName)
    showMessage({ message: `已导出 ${fileName}`, intent: 'success' })
  } catch (error) {
    showMessage({ message: '导出失败', detail: failureOf(error).shown.message, intent: 'danger' })
  }
}

export function copyForecast(): void {
  const { told } = useTurnover.getState().ahead
  if (told) void copyText(copiedRows(aheadRows(told, shownAddress())))
}

export function nextGrain(): void {
  const { grain } = shownAddress()
  ask({ grain: tableGrains[(tableGrains.indexOf(grain) + 1) % tableGrains.length] ?? 'day', part: 'ahead' })
}

export function otherPart(): void {
  ask({ part: shownAddress().part === 'ahead' ? 'past' : 'ahead' })
}

export function renew(): void {
  const asked = shownAddress()
  void (asked.part === 'ahead' ? readAhead(asked) : readPast(asked))
}
