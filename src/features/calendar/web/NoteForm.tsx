// One note: its days, its game, what happened. Ctrl+Enter saves; what was typed stays where it is refused.
import { Button, HTMLSelect, InputGroup, SegmentedControl, TextArea } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import type { CallError } from '../../../web/api/client.ts'
import { useSession } from '../../../web/shell/session.ts'
import { DayField } from '../../../web/ui/day/DayField.tsx'
import { FailureLine } from '../../../web/ui/FailureLine.tsx'
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
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    setBusy(true)
    const refused = await saveNote(draft)
    setBusy(false)
    setFailure(refused)
    if (!refused) onClose()
  }
  const known = draft.cgi === '' || games.some(({ cgi }) => cgi === draft.cgi)
  return (
    <form
      className="note-form"
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
        if (event.key !== 'Escape') return
        // The form closes, not the dialog around it.
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
      {failure && <FailureLine what="没有保存" failure={failure} />}
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
