// The form of a note: its days, its game, its title. Ctrl+Enter saves; refused input stays in the form.
import { Button, HTMLSelect, InputGroup, SegmentedControl, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import type { Conflict } from '#shared/conflict.ts'
import type { CallError } from '#web/api/client.ts'
import { conflictIn } from '#web/form/conflictIn.ts'
import type { AnyValues } from '#web/form/types.ts'
import { useSession } from '#web/shell/session.ts'
import { DayField } from '#web/ui/day/DayField.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import type { CalendarNote } from '../contract.ts'
import { NoteConflict } from './NoteConflict.tsx'
import { type NoteDraft, saveNote } from './noteWork.ts'

interface Props {
  initial: NoteDraft
  onClose: () => void
}

export function NoteForm({ initial, onClose }: Props) {
  const [draft, setDraft] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const games = useSession((session) => session.roleData?.games) ?? []
  const change = (part: Partial<NoteDraft>) => setDraft({ ...draft, ...part })
  const [conflict, setConflict] = useState<Conflict<CalendarNote> | null>(null)
  const save = async (sent = draft) => {
    if (busy) return
    setBusy(true)
    const refused = await saveNote(sent)
    setBusy(false)
    const other = refused && conflictIn<CalendarNote>(refused)
    setConflict(other)
    setFailure(other ? null : refused)
    if (!refused) onClose()
  }
  const resolve = (values: AnyValues, { revision }: CalendarNote) => {
    const chosen = { ...draft, ...values, revision } as NoteDraft
    setDraft(chosen)
    void save(chosen)
  }
  const known = draft.cgi === '' || games.some(({ cgi }) => cgi === draft.cgi)
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
        if (event.key !== 'Escape') return
        // Closes the form, not the dialog around it.
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="note-fields">
        <label htmlFor="note-day">
          日期
          <DayField
            id="note-day"
            min="1970-01-01"
            max="2100-12-31"
            value={draft.day}
            onChange={(day) => change({ day })}
          />
        </label>
        <label htmlFor="note-until">
          至
          <DayField
            id="note-until"
            min={draft.day}
            max="2100-12-31"
            value={draft.until}
            onChange={(until) => change({ until })}
          />
        </label>
        <label htmlFor="note-game">
          游戏
          <HTMLSelect
            id="note-game"
            value={draft.cgi}
            onChange={(event) => change({ cgi: event.currentTarget.value })}
          >
            <option value="">全部游戏</option>
            {!known && <option value={draft.cgi}>{draft.cgi}</option>}
            {games.map(({ cgi, name }) => (
              <option key={cgi} value={cgi}>
                {name}
              </option>
            ))}
          </HTMLSelect>
        </label>
        <SegmentedControl
          size="small"
          value={draft.kind}
          onValueChange={(kind) => change({ kind: kind as NoteDraft['kind'] })}
          options={[
            { label: '版本', value: 'version' },
            { label: '活动', value: 'event' },
          ]}
        />
      </div>
      <InputGroup
        autoFocus
        aria-label="标题"
        placeholder="标题，如 2.0 版本上线"
        maxLength={60}
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <TextArea
        fill
        rows={2}
        aria-label="说明"
        placeholder="说明（可不填）"
        maxLength={2000}
        value={draft.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      {conflict && (
        <NoteConflict
          before={initial}
          mine={draft}
          conflict={conflict}
          onBack={() => setConflict(null)}
          onResolve={(values) => resolve(values, conflict.present)}
        />
      )}
      {failure && <FailureLine what="保存失败" failure={failure} />}
      <div className="note-actions">
        <Button text="取消" onClick={onClose} />
        <Button
          type="submit"
          intent="primary"
          text={initial.id === null ? '添加' : '保存'}
          loading={busy}
          disabled={draft.title.trim() === '' || draft.day === ''}
        />
      </div>
    </form>
  )
}
