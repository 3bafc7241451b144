// Handlers of commands that change how figures are computed and laid out.

import type { HandledId } from '#commands/define.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { showMessage } from '#web/shell/message.ts'
import { openCalculations, toggleCalculation } from './calculation/actions.ts'
import type { figureCommands } from './commands/figures.ts'
import { startDrill } from './report/dialogs/drill.ts'
import { change } from './report/follow.ts'
import { fillRefusal, shareable, subtotalRefusal } from './report/options/offers.ts'
import { togglePreviousFigures } from './report/options/previousFigures.ts'
import { openPicker, type QueryParams, useReport } from './report/store.ts'
import { cursorCell } from './report/table/shownTable.ts'

interface Front {
  info: ReportInfo
  params: QueryParams | null
}

const withFront =
  (work: (front: Front) => void): Handler =>
  () => {
    const { present, params } = useReport.getState()
    if (present) work({ info: present.info, params })
  }

/** An option that is disabled is refused by key, too, with the same reason. */
const unless = (refusal: string, patch: Partial<ReportInfo>) => {
  if (refusal) showMessage({ message: refusal, intent: 'warning' })
  else change(patch, { atOnce: true })
}

/** For the figure under the cursor, else for all possible ones. */
function toggleShares({ info, params }: Front): void {
  const now = info.shares ?? []
  const key = cursorOf(/^p(-?\d+)/)
  if (key !== null && info.points.includes(key)) {
    const shares = now.includes(key) ? now.filter((id) => id !== key) : [...now, key]
    change({ shares }, { atOnce: true })
    return
  }
  const able = shareable(info, params)
  unless(able.length === 0 ? '没有可以显示占比的指标' : '', { shares: now.length > 0 ? [] : able })
}

function cursorOf(pattern: RegExp): number | null {
  const cell = cursorCell()
  const match = cell && pattern.exec(cell.model.sources[cell.column]?.key ?? '')
  return match ? Number(match[1]) : null
}

/** Up to the column under the cursor; a second time resets to the first column. */
function freezeColumns({ info }: Front): void {
  const place = cursorCell()?.place
  if (place === undefined) {
    showMessage({ message: '先在表格里选中一格，再冻结到它所在的列' })
    return
  }
  const frozen = info.frozen === place + 1 ? undefined : place + 1
  change({ frozen })
  showMessage({ message: frozen === undefined ? '已恢复为冻结首列' : `已冻结左边 ${frozen} 列` })
}

/** Cycles through: none, by column, over all. */
function turnHeat({ info }: Front): void {
  const heat = info.heat === undefined ? 'column' : info.heat === 'column' ? 'all' : undefined
  change({ heat }, { replace: true })
  const said = { column: '热力图：按列', all: '热力图：全表，单位相同的列一起比' } as const
  showMessage({ message: heat ? said[heat] : '热力图已关闭' })
}

export const figureWork: Record<HandledId<typeof figureCommands>, Handler> = {
  'report.compare': withFront(() => openPicker('compare')),
  'report.toggleSubtotals': withFront(({ info, params }) =>
    unless(subtotalRefusal(info, params), { subtotals: !info.subtotals }),
  ),
  'report.toggleShares': withFront(toggleShares),
  'report.calculate': openCalculations,
  'report.running': toggleCalculation({ kind: 'running' }),
  'report.weekAverage': toggleCalculation({ kind: 'average', periods: 7 }),
  'report.rank': toggleCalculation({ kind: 'rank' }),
  'report.rankTop': withFront(() => openPicker('top')),
  'report.fillDates': withFront(({ info, params }) =>
    unless(fillRefusal(info, params), { fillDates: !info.fillDates }),
  ),
  'report.togglePrevious': withFront(({ info }) => {
    if (info.compare) togglePreviousFigures()
    else showMessage({ message: '先选择对比，才有上期', intent: 'warning' })
  }),
  'report.freezeColumns': withFront(freezeColumns),
  'report.heat': withFront(turnHeat),
  'report.drillDown': withFront(startDrill),
  'report.options': withFront(() => openPicker('options')),
}
