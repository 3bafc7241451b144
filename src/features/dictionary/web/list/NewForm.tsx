// Creates a dictionary with its names and columns; its table opens next, for typing or pasting rows.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { ListFormProps } from '#web/list/types.ts'
import {
  addOrUpdateDict,
  type ListedDictionary,
  type SavedDictionary,
} from '#features/dictionary/contract.ts'
import { nameFields } from './NamesForm.tsx'

interface Values {
  name: string
  formName: string
  attributes: readonly string[]
}

export function NewForm({ onClose }: ListFormProps<ListedDictionary>) {
  return (
    <FormDialog<Values, SavedDictionary>
      name="dictionary:new"
      title="新建字典"
      fields={[
        ...nameFields,
        {
          name: 'attributes',
          label: '列',
          kind: 'lines',
          required: true,
          rows: 4,
          help: '每行一个列名；第一列是代码，第二列是名称。列名「游戏」或「cgi」的列说明一行属于哪个游戏。',
        },
      ]}
      initial={{ name: '', formName: '', attributes: ['代码', '名称'] }}
      send={({ name, formName, attributes }) =>
        call(
          addOrUpdateDict,
          { body: { id: -1, name, formName, attributes: attributes.filter((one) => one.trim() !== '') } },
          { quiet: true, loading: null },
        )
      }
      onClose={onClose}
      onSaved={({ id }) => {
        onClose()
        navigate(detailAddress(id))
      }}
    />
  )
}

export const detailAddress = (id: number): string => pages.dictionaryDetail({ id })
