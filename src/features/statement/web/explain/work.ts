// What the commands on charts, explanations and the background do.
import type { AreaCommandId, explainCommands } from '../../../../../commands/index.ts'
import type { Handler } from '../../../../web/shell/keys/handlers.ts'
import { chooseKind, enterChart, toggleChart } from '../chart/choosing.ts'
import { useReport } from '../report/store.ts'

export type ExplainCommandId = AreaCommandId<typeof explainCommands>

const withReport =
  (work: (argument?: unknown) => void): Handler =>
  (argument) => {
    if (useReport.getState().present) work(argument)
  }

export const explainWork: Record<ExplainCommandId, Handler> = {
  'chart.toggle': withReport(toggleChart),
  'chart.enter': withReport(enterChart),
  'chart.kind': withReport(chooseKind),
  'figure.explain': () => undefined,
  'column.describe': () => undefined,
  'background.run': () => undefined,
  'background.list': () => undefined,
}
