// Edits the name and form name of the open dictionary; stored with the next save.

import { FormDialog } from '#web/form/FormDialog.tsx'
import type { Field } from '#web/form/types.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import type { Sheet } from '../sheet/Sheet.ts'

interface Names {
  name: string
  formName: string
}

export const nameFields: readonly Field<Names>[] = [
  { name: 'name', label: '字典名', kind: 'text', required: true, longest: 100 },
  {
    name: 'formName',
    label: '表单名',
    kind: 'text',
    mono: true,
    longest: 60,
    help: '表单和 SQL（dict.表单名）用它找到字典：文字、字母、数字和下划线；不填则由字典名而来',
  },
]

export function NamesForm({ sheet }: { sheet: Sheet }) {
  return (
    <FormDialog<Names, Names>
      name={`dictionary-names:${sheet.kept.id}`}
      title="改字典名与表单名"
      submitText="确定"
      fields={nameFields}
      initial={{ name: sheet.name, formName: sheet.formName }}
      send={async (values) => values}
      onClose={closeDialog}
      onSaved={({ name, formName }) => {
        sheet.rename(name.trim(), formName.trim() || sheet.formName)
        closeDialog()
      }}
    />
  )
}
