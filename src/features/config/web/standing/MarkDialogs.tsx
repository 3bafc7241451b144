// A point checked until a day, or retired from a day on: whose things use it is told before, and they are told after.
import { dayNumber, dayText } from '#shared/day.ts'
import { CallError, call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { businessToday } from '#web/shell/businessDay.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { offerUndo } from '#web/ui/undo.ts'
import { definitionUses, markPoint } from '#features/config/contract.ts'
import { listOf } from '../listOf.ts'
import type { PointEntry } from '../referenceData.ts'

type Marked = Pick<PointEntry, 'id' | 'name' | 'revision' | 'info'>
type Marking = { verifiedUntil?: string | null; retiredFrom?: string | null; note?: string }

const mark = (id: number, marking: Marking, revision?: number) =>
  call(markPoint, { body: { id, ...marking, ...(revision && { revision }) } }, quiet)

/** The days for which a check usually counts. */
const usualDays = 90

export const showVerify = (point: Marked): void => showDialog(<VerifyDialog point={point} />)

function VerifyDialog({ point: { id, name, revision, info } }: { point: Marked }) {
  const before = info.verified?.until ?? null
  return (
    <FormDialog<{ until: string }, { people: number }>
      name={`markPoint:verify ${id}`}
      title={`核对「${name}」`}
      submitText="保存"
      fields={[
        {
          name: 'until',
          label: '已核对，有效至',
          kind: 'day',
          min: businessToday(),
          help: '清空日期即取消核对。改了公式、条件或汇总方式，核对自动失效。',
        },
      ]}
      initial={{ until: before ?? dayText(dayNumber(businessToday()) + usualDays) }}
      send={({ until }) => mark(id, { verifiedUntil: until || null }, revision)}
      onClose={closeDialog}
      onSaved={() => done(`已记下「${name}」的核对`, () => mark(id, { verifiedUntil: before }))}
    />
  )
}

/** Reads how many things and people use it, before the dialog opens. The client tells of a failure. */
export async function showRetire(point: Marked): Promise<void> {
  const { id } = point
  try {
    const { count, hidden } = await call(definitionUses, { params: { kind: 'point', id } })
    const { people } = await call(markPoint, { body: { id, dryRun: true } })
    showDialog(<RetireDialog point={point} count={count + hidden} people={people} />)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}

function RetireDialog({ point, count, people }: { point: Marked; count: number; people: number }) {
  const { id, name, revision, info } = point
  const before = info.retired
  return (
    <FormDialog<{ from: string; note: string }, { people: number }>
      name={`markPoint:retire ${id}`}
      title={`停用「${name}」`}
      submitText="保存"
      fields={[
        {
          name: 'from',
          label: '停用日期',
          kind: 'day',
          help: `它用在 ${count} 处${people > 0 ? `，会给另外 ${people} 位使用者发站内信` : ''}。停用后新报表里不能再选它，已在用的照常计算。清空日期即恢复使用。`,
        },
        { name: 'note', label: '说明', kind: 'text', placeholder: '改用哪个指标', longest: 200 },
      ]}
      initial={{ from: before?.from ?? businessToday(), note: before?.note ?? '' }}
      send={({ from, note }) => mark(id, { retiredFrom: from || null, note }, revision)}
      onClose={closeDialog}
      onSaved={({ people: told }) =>
        done(told > 0 ? `已停用「${name}」，通知了 ${told} 人` : `「${name}」的停用已保存`, () =>
          mark(id, before ? { retiredFrom: before.from, note: before.note } : { retiredFrom: null }),
        )
      }
    />
  )
}

function done(words: string, takeBack: () => Promise<unknown>): void {
  closeDialog()
  void listOf('point')?.refresh()
  offerUndo(words, async () => {
    await takeBack()
    await listOf('point')?.refresh()
    showMessage({ message: '已撤销', intent: 'success' })
  })
}
