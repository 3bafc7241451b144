// Changes one field of many definitions to one value; all are saved or none.

import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { Choice, Field } from '#web/form/types.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { definitionTitles, editDefinitions, type ManyValues } from '#features/config/contract.ts'
import { choicesOfRows, optionChoices, typedId } from '../form/choices.ts'
import { listOf } from '../listOf.ts'
import { referenceData } from '../referenceData.ts'
import type { Many } from './many.ts'

interface Values {
  field: string
  category: string
  form_type: string
  update_frequency: string
  format: string
  unit: string
  cgi_filter: string
  describe: string
  note: string
}

const none: Values = {
  field: '',
  category: '',
  form_type: '',
  update_frequency: '',
  format: '',
  unit: '',
  cgi_filter: '1',
  describe: '',
  note: '',
}

type Name = keyof Omit<Values, 'field'>
const titles: Record<Name, string> = {
  category: '分类',
  form_type: '筛选控件',
  update_frequency: '更新频率',
  format: '数字格式',
  unit: '单位',
  cgi_filter: '按游戏限制',
  describe: '说明',
  note: '备注',
}
const offered: Record<Many['kind'], readonly Name[]> = {
  point: ['category', 'format', 'unit', 'describe', 'note'],
  dimension: ['category', 'form_type', 'update_frequency', 'cgi_filter', 'describe'],
  dimensionTable: ['describe'],
  pointTable: ['update_frequency', 'describe'],
}

function changeOf(values: Values): ManyValues {
  const { field } = values
  if (field === 'category') return { category: typedId(values.category) }
  if (field === 'cgi_filter') return { cgi_filter: values.cgi_filter === '1' }
  return { [field]: values[field as Name] }
}

function fieldsOf(kind: Many['kind']): readonly Field<Values>[] {
  const select = (name: Name, choices: Choice[], required = true): Field<Values> => ({
    name,
    label: '改成',
    kind: 'select',
    required,
    choices,
    shownWhen: ({ field }) => field === name,
  })
  const text = (name: Name, kindOf: 'text' | 'textarea'): Field<Values> => ({
    name,
    label: '改成',
    kind: kindOf,
    placeholder: '留空即清空',
    shownWhen: ({ field }) => field === name,
  })
  const categories = referenceData().categories.filter((category) => category.kind === kind)
  return [
    {
      name: 'field',
      label: '改哪一项',
      kind: 'select',
      required: true,
      choices: offered[kind].map((name) => ({ value: name, title: titles[name] })),
    },
    select('category', [{ value: '', title: '不分类' }, ...choicesOfRows(categories)], false),
    select('form_type', optionChoices('formTypes')),
    select('update_frequency', optionChoices('updateFrequencies')),
    select('format', optionChoices('numberFormats')),
    select('cgi_filter', [
      { value: '1', title: '是' },
      { value: '0', title: '否' },
    ]),
    text('unit', 'text'),
    text('describe', 'textarea'),
    text('note', 'textarea'),
  ]
}

const mostNamed = 5

export function ChangeDialog({ kind, rows }: Many) {
  const what = definitionTitles[kind]
  const named = rows.slice(0, mostNamed).map(({ name }) => `「${name}」`)
  return (
    <FormDialog<Values, { changed: number }>
      name={`many:${kind}`}
      title={`批量修改 ${rows.length} 个${what}`}
      submitText="修改"
      lead={
        <p className="form-help">
          {named.join('、')}
          {rows.length > mostNamed && ` 等 ${rows.length} 个`}。全部成功才会保存。
        </p>
      }
      fields={fieldsOf(kind)}
      initial={none}
      send={(values) =>
        call(
          editDefinitions,
          {
            body: {
              kind,
              items: rows.map(({ id, revision }) => ({ id, revision })),
              values: changeOf(values),
            },
          },
          quiet,
        )
      }
      onClose={closeDialog}
      onSaved={({ changed }) => {
        closeDialog()
        showMessage({ message: `已修改 ${changed} 个${what}，变更记录里可以改回`, intent: 'success' })
        void listOf(kind)?.refresh()
      }}
    />
  )
}
