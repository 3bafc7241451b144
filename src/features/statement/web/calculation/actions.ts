// Handlers of calculation commands, for the figure under the cursor or the report's first.
import { showMessage } from '#web/shell/message.ts'
import { change } from '../report/follow.ts'
import { useReport } from '../report/store.ts'
import { cursorCell } from '../report/table/shownTable.ts'
import { type Draft, found, refusalOf, titleOf, withDraft, withoutNumber } from './offers.ts'

function cursorPoint(points: readonly number[]): number | undefined {
  const cell = cursorCell()
  const id = Number(/^p(-?\d+)/.exec(cell?.model.sources[cell.column]?.key ?? '')?.[1])
  return points.includes(id) ? id : points[0]
}

export function openCalculations(): void {
  const { present } = useReport.getState()
  if (!present) return
  const point = cursorPoint(present.info.points)
  useReport.setState({ dialog: { kind: 'calculations', ...(point !== undefined && { point }) } })
}

/** Adds it, or removes it where it exists. */
export const toggleCalculation = (asked: Omit<Draft, 'of'>) => (): void => {
  const { present, params } = useReport.getState()
  const of = present && cursorPoint(present.info.points)
  if (!present || of === undefined || of === null) return
  const { info } = present
  const draft: Draft = { of, ...asked }
  const there = found(info, draft)
  const refused = refusalOf(draft, info, params)
  if (refused && !there) {
    showMessage({ message: `「${titleOf(draft, info, params)}」不能计算：${refused}`, intent: 'warning' })
    return
  }
  change(
    { calculations: there ? withoutNumber(info, there.number) : withDraft(info, draft) },
    { atOnce: true },
  )
}
