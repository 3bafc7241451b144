// Handlers of commands on charts, explanations and background reports.

import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { showMessage } from '#web/shell/message.ts'
import { focusedTable } from '#web/table/focusedTable.ts'
import type { TableActions } from '#web/table/TableActions.ts'
import { startAlarm, startForecast } from '../alarm/start.ts'
import { chooseKind, enterChart, toggleChart } from '../chart/choosing.ts'
import type { explainCommands } from '../commands/explain.ts'
import { showChangeReport } from '../report/changeReport.ts'
import { useReport } from '../report/store.ts'
import { openData } from './data.ts'
import { openRecords, sendToBackground } from './records.ts'
import { type CellPart, turnTo } from './store.ts'

export type ExplainCommandId = HandledId<typeof explainCommands>

const withReport =
  (work: (argument?: unknown) => void): Handler =>
  (argument) => {
    if (useReport.getState().present) work(argument)
  }

const nothingChosen = () =>
  showMessage({
    message: '先在表格里选一个单元格',
    detail: `${byKey('report.enterTable')}进入表格，用方向键移动`,
  })

/** The shown table, on whichever page. */
function withTable(work: (table: TableActions) => boolean): void {
  const table = focusedTable()
  if (!table || !work(table)) nothingChosen()
}

/** Opens the cell's explanation at a part of it. */
const explainAt = (part: CellPart): void =>
  withTable((table) => {
    const isShown = table.explain()
    if (isShown) turnTo(part)
    return isShown
  })

export const explainWork: Record<ExplainCommandId, Handler> = {
  'chart.toggle': withReport(toggleChart),
  'chart.enter': withReport(enterChart),
  'chart.kind': withReport(chooseKind),
  'figure.explain': () => withTable((table) => table.explain()),
  'figure.split': () => explainAt('change'),
  'figure.splitReport': withReport(showChangeReport),
  'figure.who': () => explainAt('players'),
  'column.describe': () =>
    withTable((table) => {
      if (!table.model.props.onDescribe) return false
      table.describe()
      return true
    }),
  'report.data': withReport(openData),
  'figure.alarm': withReport(startAlarm),
  'figure.forecast': withReport(startForecast),
  'background.run': withReport(() => void sendToBackground()),
  'background.list': openRecords,
}
