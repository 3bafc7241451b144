// Implements the page's commands.

import { shiftDay } from '#shared/day.ts'
import { callBlob, failureOf } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { showMessage } from '#web/shell/message.ts'
import { exportRows, exportUnusual } from '#features/prediction/contract.ts'
import { openReport } from '../turnover/actions.ts'
import {
  ask,
  chosenFinding,
  daysAsked,
  ownFilter,
  pointsAsked,
  rowsQuestion,
  search,
  shownAddress,
  unusualQuestion,
} from './store.ts'

export function openRangeReport(): void {
  const asked = shownAddress()
  const finding = asked.part === 'unusual' ? chosenFinding() : undefined
  if (finding) {
    const filters = [...asked.filters, ...ownFilter(finding, asked.dims[0])]
    void openReport(finding.point, filters, shiftDay(finding.day, -14), finding.day)
    return
  }
  const [point] = pointsAsked(asked)
  const { from, to } = daysAsked(asked)
  if (point !== undefined) void openReport(point, asked.filters, from, to)
}

export const otherPart = (): void =>
  ask({ part: shownAddress().part === 'unusual' ? 'rows' : 'unusual', dims: [], chosen: '' })

export const renew = (): void => void search(shownAddress())

export const exportAs = (format: 'xlsx' | 'csv') => async (): Promise<void> => {
  const asked = shownAddress()
  try {
    const { blob, fileName } =
      asked.part === 'rows'
        ? await callBlob(exportRows, { body: { ...rowsQuestion(asked), format } }, { quiet: true })
        : await callBlob(exportUnusual, { body: { ...unusualQuestion(asked), format } }, { quiet: true })
    saveBlob(blob, fileName)
    showMessage({ message: `已导出 ${fileName}`, intent: 'success' })
  } catch (error) {
    showMessage({ message: '导出失败', detail: failureOf(error).shown.message, intent: 'danger' })
  }
}
