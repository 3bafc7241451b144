// A point checked until a day, or retired from a day on: whose things use it is told before, and they are told after.
import { CallError, call, quiet } from '#web/api/client.ts'
import { type Marked, type Marking, showRetire, showVerify } from '#web/standing/MarkDialogs.tsx'
import { offerUndo } from '#web/ui/undo.ts'
import { definitionUses, markPoint } from '#features/config/contract.ts'
import { listOf } from '../listOf.ts'
import type { PointEntry } from '../referenceData.ts'

type MarkedPoint = Pick<PointEntry, 'id' | 'name' | 'revision' | 'info'>

const markedPoint = ({ id, name, revision, info }: MarkedPoint, consequence = ''): Marked => ({
  key: `point ${id}`,
  name,
  standing: info,
  ended: '改了公式、条件或汇总方式，核对自动失效。',
  consequence,
  instead: '改用哪个指标',
  send: (marking: Marking, first) =>
    call(markPoint, { body: { id, ...marking, ...(first && revision && { revision }) } }, quiet),
  refresh: () => listOf('point')?.refresh(),
  offerUndo,
})

export const verifyPoint = (point: MarkedPoint): void => showVerify(markedPoint(point))

/** Reads how many things and people use it, before the dialog opens. The client tells of a failure. */
export async function retirePoint(point: MarkedPoint): Promise<void> {
  const { id } = point
  try {
    const { count, hidden } = await call(definitionUses, { params: { kind: 'point', id } })
    const { people } = await call(markPoint, { body: { id, dryRun: true } })
    const told = people > 0 ? `，会给另外 ${people} 位使用者发站内信` : ''
    showRetire(
      markedPoint(point, `它用在 ${count + hidden} 处${told}。停用后新报表里不能再选它，已在用的照常计算。`),
    )
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}
