// A note that another user saved while it was being edited: both versions, field by field.
import type { Conflict } from '#shared/conflict.ts'
import { ConflictChoice } from '#web/form/ConflictChoice.tsx'
import type { AnyField, AnyValues } from '#web/form/types.ts'
import { useSession } from '#web/shell/session.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { type CalendarNote, noteKinds, noteKindTitles } from '../contract.ts'
import { draftOf, type NoteDraft } from './noteWork.ts'
import '#web/form/form.css'

interface Props {
  before: NoteDraft
  mine: NoteDraft
  conflict: Conflict<CalendarNote>
  onBack: () => void
  onResolve: (values: AnyValues) => void
}

/** Not a game's code; an empty text would look like no value. */
const allGames = '*'
const valuesOf = ({ cgi, ...draft }: NoteDraft): AnyValues => ({ ...draft, cgi: cgi || allGames })

export function NoteConflict({ before, mine, conflict: { present, by, at }, onBack, onResolve }: Props) {
  const games = useSession((session) => session.roleData?.games) ?? []
  const fields: AnyField[] = [
    { name: 'day', label: '日期', kind: 'day' },
    { name: 'until', label: '至', kind: 'day' },
    {
      name: 'cgi',
      label: '游戏',
      kind: 'select',
      choices: [
        { value: allGames, title: '全部游戏' },
        ...games.map(({ cgi, name }) => ({ value: cgi, title: name })),
      ],
    },
    {
      name: 'kind',
      label: '类型',
      kind: 'select',
      choices: noteKinds.map((value) => ({ value, title: noteKindTitles[value] })),
    },
    { name: 'title', label: '标题', kind: 'text' },
    { name: 'text', label: '说明', kind: 'textarea' },
  ]
  return (
    <TitledDialog title="注记：内容已被他人修改" className="form-conflict-dialog" onClose={onBack}>
      <ConflictChoice
        fields={fields}
        before={valuesOf(before)}
        mine={valuesOf(mine)}
        theirs={valuesOf(draftOf(present))}
        by={by}
        at={at}
        onBack={onBack}
        onResolve={({ cgi, ...values }) => onResolve({ ...values, cgi: cgi === allGames ? '' : (cgi ?? '') })}
      />
    </TitledDialog>
  )
}
