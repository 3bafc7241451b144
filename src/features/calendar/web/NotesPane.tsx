// The notes of a year: searched by text and game; arrow keys move, Enter edits, H shows the history, Delete
// deletes.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Add, Edit, History, Search, Trash } from '@blueprintjs/icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { DayNote } from '#web/calendar/calendar.ts'
import { HistoryDialog } from '#web/list/HistoryDialog.tsx'
import { businessToday } from '#web/shell/businessDay.ts'
import { useSession } from '#web/shell/session.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { noteKindTitles } from '../contract.ts'
import { NoteForm } from './NoteForm.tsx'
import { deleteNote, draftOf, goBackTo, type NoteDraft, readNoteHistory } from './noteWork.ts'

interface Props {
  year: number
  notes: readonly DayNote[]
}

export function NotesPane({ year, notes }: Props) {
  const [like, setLike] = useState('')
  const [game, setGame] = useState('')
  const [form, setForm] = useState<NoteDraft | null>(null)
  const [past, setPast] = useState<DayNote | null>(null)
  const games = useSession((session) => session.roleData?.games) ?? []
  const shown = useMemo(() => shownNotes(notes, { year, like, game }), [notes, year, like, game])
  const add = () => setForm(newNote(year, game || (games.length === 1 ? (games[0]?.cgi ?? '') : '')))
  return (
    <div className="calendar-body notes-pane">
      <div className="notes-bar">
        <InputGroup
          leftIcon={<Search />}
          placeholder="标题、说明或日期"
          aria-label="查找注记"
          value={like}
          onChange={(event) => setLike(event.currentTarget.value)}
        />
        <HTMLSelect aria-label="游戏" value={game} onChange={(event) => setGame(event.currentTarget.value)}>
          <option value="">所有注记</option>
          {games.map(({ cgi, name }) => (
            <option key={cgi} value={cgi}>
              {name}
            </option>
          ))}
        </HTMLSelect>
        <Button icon={<Add />} intent="primary" text="添加注记" disabled={form !== null} onClick={add} />
      </div>
      {form && <NoteForm key={form.id ?? 'new'} initial={form} onClose={() => setForm(null)} />}
      {shown.length === 0 ? (
        !form && (
          <EmptyState
            title={notes.length === 0 ? `${year} 年还没有注记` : '没有符合的注记'}
            description="版本上线、活动等记在日期上，会标在报表的表格和图表里"
          />
        )
      ) : (
        <ul className="notes-list" onKeyDown={walk}>
          {shown.map((note) => (
            <NoteRow
              key={note.id}
              note={note}
              onEdit={() => setForm(draftOf(note))}
              onPast={() => setPast(note)}
            />
          ))}
        </ul>
      )}
      {past && (
        <HistoryDialog
          name={past.title}
          read={(signal) => readNoteHistory(past.id, signal)}
          goBack={past.editable ? (change) => goBackTo(past.id, change) : undefined}
          onClose={() => setPast(null)}
        />
      )}
    </div>
  )
}

/** Newest first. */
function shownNotes(
  notes: readonly DayNote[],
  { year, like, game }: { year: number; like: string; game: string },
) {
  const words = like.trim().toLowerCase()
  const touches = ({ day, until }: DayNote) => day <= `${year}-12-31` && (until ?? day) >= `${year}-01-01`
  return notes
    .filter((note) => touches(note) && (game === '' || note.cgi === game || note.cgi === null))
    .filter(({ title, text, day, owner }) => `${title} ${text} ${day} ${owner}`.toLowerCase().includes(words))
    .toReversed()
}

function newNote(year: number, cgi: string): NoteDraft {
  const today = businessToday()
  const day = today.startsWith(`${year}-`) ? today : `${year}-01-01`
  return { id: null, revision: 0, day, until: '', cgi, kind: 'version', title: '', text: '' }
}

interface RowProps {
  note: DayNote
  onEdit: () => void
  onPast: () => void
}

function NoteRow({ note, onEdit, onPast }: RowProps) {
  const { day, until, game, kind, title, text, owner, editable } = note
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'h') onPast()
    else if (!editable) return
    else if (event.key === 'Enter') onEdit()
    else if (event.key === 'Delete') void deleteNote(note)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: rows are walked by keys, Enter and Delete act on them.
    <li className="note-row" tabIndex={0} onKeyDown={onKeyDown}>
      <span className="note-day">
        {day}
        {until && (
          <span className="calendar-muted">
            {' '}
            – {until.slice(day.slice(0, 4) === until.slice(0, 4) ? 5 : 0)}
          </span>
        )}
      </span>
      <span className="note-kind" data-kind={kind}>
        {noteKindTitles[kind]}
      </span>
      <span className="note-words">
        <strong>{title}</strong>
        {text && <small>{text}</small>}
      </span>
      <span className="note-game">{game || '全部游戏'}</span>
      <span className="note-owner">{owner}</span>
      <span className="note-buttons">
        <Button
          variant="minimal"
          size="small"
          tabIndex={-1}
          icon={<History />}
          aria-label="变更记录"
          title="变更记录"
          onClick={onPast}
        />
        {editable && (
          <>
            <Button
              variant="minimal"
              size="small"
              tabIndex={-1}
              icon={<Edit />}
              aria-label="编辑"
              onClick={onEdit}
            />
            <Button
              variant="minimal"
              size="small"
              tabIndex={-1}
              icon={<Trash />}
              aria-label="删除"
              onClick={() => void deleteNote(note)}
            />
          </>
        )}
      </span>
    </li>
  )
}

/** Up and down move between the rows. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [...event.currentTarget.children] as HTMLElement[]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
