// The form of a check, made from its kind's fields.
import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { AnyValues, Field } from '#web/form/types.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { type Check, saveCheck } from '../contract.ts'
import { changeOf, fieldsOf, valuesOf } from './formFields.ts'
import { reference } from './reference.ts'
import './checks.css'

export function CheckForm({ row, onClose, onSaved }: ListFormProps<Check>) {
  const { kinds } = reference()
  return (
    <FormDialog<AnyValues, Check>
      name={`check:${row?.id ?? 'new'}`}
      title={row ? '编辑数据校验' : '新建数据校验'}
      // Which fields there are is known only at run time.
      fields={fieldsOf(kinds) as unknown as readonly Field<AnyValues>[]}
      initial={valuesOf(kinds, row)}
      send={(values, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          ...changeOf(kinds, values),
          id: row?.id ?? -1,
          ...(revision !== undefined && { revision }),
        }
        return call(saveCheck, { body }, { quiet: true, loading: null })
      }}
      valuesOf={(saved) => valuesOf(kinds, saved)}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
