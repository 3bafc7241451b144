// Which columns of a warehouse's table hold personal data: proposed by name and content, chosen here, with who chose when.
import { type PersonalKind, personalKinds, personalTitles } from '#shared/personal.ts'
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { Field } from '#web/form/types.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { timeText } from '#web/ui/timeText.ts'
import { markPersonal, type PersonalTable } from '#features/config/contract.ts'
import '../config.css'

/** By places: names of columns may hold anything. */
type Values = Record<string, string>
type Column = PersonalTable['columns'][number]

const none = '不是个人信息'
const choices = [
  { value: '', title: none },
  ...personalKinds.map((kind) => ({ value: kind, title: personalTitles[kind] })),
]
const titleOf = (kind: PersonalKind | null) => (kind === null ? none : personalTitles[kind])
const placeOf = (place: number) => `column${place}`

function helpOf({ kind, proposed }: Column): { help?: string } {
  if (proposed === null || proposed.kind === kind) return {}
  return { help: `建议：${personalTitles[proposed.kind]}（${proposed.reason}）` }
}

const fieldOf = (column: Column, place: number): Field<Values> => ({
  name: placeOf(place),
  label:
    column.comment === '' || column.comment === column.name
      ? column.name
      : `${column.name}（${column.comment}）`,
  kind: 'select',
  choices,
  half: true,
  ...helpOf(column),
})

export function PersonalDialog({ told }: { told: PersonalTable }) {
  const { table, columns, changes } = told
  const proposals = columns.filter(({ kind, proposed }) => kind === null && proposed !== null).length
  const initial = Object.fromEntries(
    columns.map(({ kind, proposed }, place) => [placeOf(place), kind ?? proposed?.kind ?? '']),
  )
  return (
    <FormDialog<Values, { changed: number }>
      name={`personal:${table}`}
      title={`个人信息：${table}`}
      className="config-dialog"
      lead={
        <p className="form-help">
          没有「可见个人信息」权限的人，在报表、SQL、导出与消息里只看到这些列的掩码，筛选也只按掩码；人数与关联不变。
          {proposals > 0 && `有 ${proposals} 列按建议预先选好，保存后生效。`}
          {!told.maySee && '取消或改动已有的标记需要这项权限。'}
        </p>
      }
      fields={columns.map(fieldOf)}
      initial={initial}
      send={(values) =>
        call(
          markPersonal,
          {
            body: {
              table,
              columns: columns.map(({ name }, place) => ({
                name,
                kind: (values[placeOf(place)] || null) as PersonalKind | null,
              })),
            },
          },
          quiet,
        )
      }
      onClose={closeDialog}
      onSaved={({ changed }) => {
        closeDialog()
        showMessage({
          message: changed === 0 ? '没有改动' : `已改动 ${changed} 列的个人信息标记，此后按它掩码`,
          intent: 'success',
        })
      }}
    >
      {() => <Changes changes={changes} />}
    </FormDialog>
  )
}

function Changes({ changes }: Pick<PersonalTable, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <>
      <h3 className="config-heading">标记的变更记录</h3>
      <ol className="config-changes">
        {changes.map(({ column, kind, at, by }) => (
          <li key={`${at} ${column}`}>
            <div className="config-change-head">
              <span>{timeText(at)}</span>
              <span>{by}</span>
              <span>
                {column}：{titleOf(kind)}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
