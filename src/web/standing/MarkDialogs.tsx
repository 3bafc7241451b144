// Marking a thing as checked until a day, or as retired from one on, whatever its kind.
import { dayNumber, dayText } from '#shared/day.ts'
import type { Standing } from '#shared/standing.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { businessToday } from '#web/shell/businessDay.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'

/** Absent: unchanged; null: taken back. */
export interface Marking {
  verifiedUntil?: string | null
  retiredFrom?: string | null
  note?: string
}

export interface Marked {
  /** Of the form, for what it keeps of what was typed: a kind and an id. */
  key: string
  name: string
  standing: Standing
  /** Which changes end a check, as a sentence. */
  ended: string
  /** Who is told and what a retired one still does, as sentences. */
  consequence: string
  /** Placeholder of the note: what to use in its place. */
  instead: string
  /** `first`: the form's own save, refused where the thing has changed since it opened. */
  send: (marking: Marking, first: boolean) => Promise<{ people: number }>
  refresh: () => unknown
  /** Offers to take the step back, as the page's other changes do. */
  offerUndo: (words: string, takeBack: () => Promise<void>) => void
}

/** The days for which a check usually counts. */
const usualDays = 90

export const showVerify = (marked: Marked): void => showDialog(<VerifyDialog marked={marked} />)
export const showRetire = (marked: Marked): void => showDialog(<RetireDialog marked={marked} />)

function VerifyDialog({ marked }: { marked: Marked }) {
  const { key, name, standing, ended, send } = marked
  const before = standing.verified?.until ?? null
  return (
    <FormDialog<{ until: string }, { people: number }>
      name={`verify:${key}`}
      title={`核对「${name}」`}
      submitText="保存"
      fields={[
        {
          name: 'until',
          label: '已核对，有效至',
          kind: 'day',
          min: businessToday(),
          help: `清空日期即取消核对。${ended}`,
        },
      ]}
      initial={{ until: before ?? dayText(dayNumber(businessToday()) + usualDays) }}
      send={({ until }) => send({ verifiedUntil: until || null }, true)}
      onClose={closeDialog}
      onSaved={() => done(marked, `已记下「${name}」的核对`, { verifiedUntil: before })}
    />
  )
}

function RetireDialog({ marked }: { marked: Marked }) {
  const { key, name, standing, consequence, instead, send } = marked
  const before = standing.retired
  return (
    <FormDialog<{ from: string; note: string }, { people: number }>
      name={`retire:${key}`}
      title={`停用「${name}」`}
      submitText="保存"
      fields={[
        { name: 'from', label: '停用日期', kind: 'day', help: `${consequence}清空日期即恢复使用。` },
        { name: 'note', label: '说明', kind: 'text', placeholder: instead, longest: 200 },
      ]}
      initial={{ from: before?.from ?? businessToday(), note: before?.note ?? '' }}
      send={({ from, note }) => send({ retiredFrom: from || null, note }, true)}
      onClose={closeDialog}
      onSaved={({ people: told }) =>
        done(
          marked,
          told > 0 ? `已停用「${name}」，通知了 ${told} 人` : `「${name}」的停用已保存`,
          before ? { retiredFrom: before.from, note: before.note } : { retiredFrom: null },
        )
      }
    />
  )
}

function done({ send, refresh, offerUndo }: Marked, words: string, before: Marking): void {
  closeDialog()
  void refresh()
  offerUndo(words, async () => {
    await send(before, false)
    await refresh()
    showMessage({ message: '已撤销', intent: 'success' })
  })
}
