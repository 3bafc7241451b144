// The form of a point table or a dimension table: what it begins with, how it is saved, what the check says below.
import type { FormDialogProps } from '#web/form/FormDialog.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { ListFormProps } from '#web/list/types.ts'
import { CheckPane } from '../form/CheckPane.tsx'
import { EffectPart } from '../form/EffectPart.tsx'
import { isSameChange } from '../form/sameChange.ts'
import { forgetTemplate, takeTemplate } from '../form/templates.ts'
import type { AskCheck } from '../form/useCheck.ts'
import { usePhysicalTables } from '../form/usePhysicalTables.ts'
import { useReferenceData } from '../referenceData.ts'

interface Numbered {
  id: number
  revision: number
}

/** What one of the two kinds of tables says of its form. */
export interface TableFormKind<Values extends object, Change extends object, Entry extends Numbered> {
  kind: 'pointTable' | 'dimensionTable'
  /** 指标表. */
  noun: string
  fields: FormDialogProps<Values, Entry>['fields']
  newValues: Values
  valuesOf: (table: Entry) => Values
  /** As it is sent. */
  changeOf: (values: Values) => Change
  save: (table: Change & { id: number; revision?: number }) => Promise<Entry>
  check: (table: Change & { id: number }, ...asked: Parameters<AskCheck>) => ReturnType<AskCheck>
}

interface Props<Values extends object, Change extends object, Entry extends Numbered>
  extends ListFormProps<Entry> {
  of: TableFormKind<Values, Change, Entry>
}

export function TableForm<Values extends object, Change extends object, Entry extends Numbered>({
  of: { kind, noun, fields, newValues, valuesOf, changeOf, save, check },
  row,
  onClose,
  onSaved,
}: Props<Values, Change, Entry>) {
  useReferenceData()
  usePhysicalTables()
  const id = row?.id ?? -1
  return (
    <FormDialog<Values, Entry>
      name={`${kind}:${row?.id ?? 'new'}`}
      title={`${row ? '编辑' : '新建'}${noun}`}
      className="config-form"
      fields={fields}
      initial={row ? valuesOf(row) : (takeTemplate<Values>(kind) ?? newValues)}
      send={(values, against) => {
        const revision = against?.revision ?? row?.revision
        return save({ ...changeOf(values), id, ...(revision !== undefined && { revision }) })
      }}
      valuesOf={valuesOf}
      onClose={() => {
        forgetTemplate(kind)
        onClose()
      }}
      onSaved={(saved) => {
        forgetTemplate(kind)
        onSaved(saved)
      }}
    >
      {(values) => {
        const table = { ...changeOf(values), id }
        return (
          <CheckPane
            body={JSON.stringify(table)}
            ask={(figures, signal) => check(table, figures, signal)}
            told={['name']}
          >
            {row && (
              <EffectPart
                kind={kind}
                id={id}
                change={table}
                isChanged={!isSameChange(table, { ...changeOf(valuesOf(row)), id })}
              />
            )}
          </CheckPane>
        )
      }}
    </FormDialog>
  )
}
