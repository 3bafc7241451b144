// The form of a category, of dimensions or of points.

import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { ListFormProps } from '#web/list/types.ts'
import { addOrUpdateAnaDimOrPointType } from '#features/config/contract.ts'
import type { CategoryEntry } from '../referenceData.ts'
import { kindTitles } from './kinds.ts'

interface Values {
  name: string
  kind: string
  order: number | null
}

const valuesOf = ({ name, kind, order }: CategoryEntry): Values => ({ name, kind, order })

export function CategoryForm({ row, onClose, onSaved }: ListFormProps<CategoryEntry>) {
  return (
    <FormDialog<Values, CategoryEntry>
      name={`category:${row?.id ?? 'new'}`}
      title={row ? '编辑分类' : '新建分类'}
      fields={[
        { name: 'name', label: '名称', kind: 'text', required: true, longest: 100 },
        {
          name: 'kind',
          label: '用于',
          kind: 'select',
          half: true,
          readOnly: row !== null,
          choices: Object.entries(kindTitles).map(([value, title]) => ({ value, title })),
        },
        {
          name: 'order',
          label: '顺序',
          kind: 'number',
          half: true,
          whole: true,
          min: 0,
          max: 100_000,
          placeholder: '排在最后',
        },
      ]}
      initial={row ? valuesOf(row) : { name: '', kind: 'point', order: null }}
      send={({ name, kind, order }, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          id: row?.id ?? -1,
          name,
          kind: kind as CategoryEntry['kind'],
          ...(order !== null && { order }),
          ...(revision !== undefined && { revision }),
        }
        return call(addOrUpdateAnaDimOrPointType, { body }, quiet)
      }}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
