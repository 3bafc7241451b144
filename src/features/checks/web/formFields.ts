// The form's fields, made from those of the kinds of checks, and what is sent of them.
import type { AnyField, AnyValues, Choice, FieldValue } from '#web/form/types.ts'
import {
  type Check,
  type CheckAction,
  type CheckChange,
  type CheckField,
  type CheckKindTold,
  type CheckTiming,
  type CheckValue,
  checkActions,
  checkActionTitles,
  fieldKey,
} from '../contract.ts'
import { ColumnsField } from './ColumnsField.tsx'
import { reference } from './reference.ts'

const timingTitles: Record<CheckTiming, string> = {
  load: '每次载入',
  every: '每次载入，并且每隔几分钟',
  daily: '每次载入，并且每天',
  hand: '只手动',
}

const is =
  (name: string, value: string) =>
  (values: unknown): boolean =>
    (values as AnyValues)[name] === value

export function fieldsOf(kinds: readonly CheckKindTold[]): AnyField[] {
  const { tables } = reference()
  return [
    {
      name: 'table',
      label: '数据表',
      kind: 'select',
      required: true,
      choices: tables.map(({ name }) => ({ value: name, title: name })),
    },
    {
      name: 'kind',
      label: '校验什么',
      kind: 'select',
      required: true,
      choices: kinds.map(({ kind, title }) => ({ value: kind, title })),
    },
    ...kinds.flatMap(({ kind, fields }) => fields.map((field) => drawn(kind, field))),
    {
      name: 'action',
      label: '没有通过时',
      kind: 'select',
      required: true,
      choices: checkActions.map((action) => ({ value: action, title: checkActionTitles[action] })),
      help: '扣下的数据不发布，留着等人决定；放行的标在那些天上，报表里看得到',
    },
    {
      name: 'when',
      label: '何时校验',
      kind: 'select',
      required: true,
      choices: Object.entries(timingTitles).map(([value, title]) => ({ value, title })),
      help: '别处写入的表没有载入，要定时或手动',
    },
    {
      name: 'minutes',
      label: '间隔',
      kind: 'number',
      min: 10,
      max: 1440,
      unit: '分钟',
      whole: true,
      shownWhen: is('when', 'every'),
    },
    {
      name: 'at',
      label: '时间',
      kind: 'text',
      required: true,
      placeholder: '08:00',
      help: '业务时区的时刻，如 08:00',
      check: (value) =>
        /^([01]\d|2[0-3]):[0-5]\d$/.test(String(value)) ? undefined : '应为 00:00 到 23:59 的时刻，如 08:00',
      shownWhen: is('when', 'daily'),
    },
    { name: 'name', label: '名称', kind: 'text', longest: 100, placeholder: '不填就按校验的内容命名' },
    { name: 'note', label: '备注', kind: 'textarea', rows: 2, longest: 2_000 },
  ]
}

const columnChoices = (
  table: FieldValue | undefined,
  { of = 'any', none, required }: CheckField,
): Choice[] => {
  const own = reference().tables.find(({ name }) => name === table)
  const fitting = (own?.columns ?? []).filter(({ type }) => of === 'any' || type === of)
  return [
    ...(required ? [] : [{ value: '', title: none ?? '不选' }]),
    ...fitting.map(({ name }) => ({ value: name, title: name })),
  ]
}

function drawn(kind: string, field: CheckField): AnyField {
  const { name, title, required, hint, choices = [], least, most, whole, unit, when } = field
  const base = {
    name: fieldKey(kind, name),
    label: title,
    required,
    ...(hint !== undefined && { help: hint }),
    shownWhen: (values: unknown) =>
      is('kind', kind)(values) && (!when || is(fieldKey(kind, when.field), when.value)(values)),
  }
  switch (field.kind) {
    case 'column':
      return { ...base, kind: 'select', choices: (values) => columnChoices(values.table, field) }
    case 'otherColumn':
      return {
        ...base,
        kind: 'select',
        choices: (values) => columnChoices(values[fieldKey(kind, 'table')], field),
      }
    case 'table':
      return {
        ...base,
        kind: 'select',
        choices: reference().tables.map((table) => ({ value: table.name, title: table.name })),
      }
    case 'dictionary':
      return {
        ...base,
        kind: 'select',
        choices: reference().dictionaries.map((one) => ({ value: String(one.id), title: one.name })),
      }
    case 'columns':
      return { ...base, kind: 'drawn', draw: ColumnsField, text: (value) => (value as string[]).join('、') }
    case 'choice':
      return { ...base, kind: 'select', choices }
    case 'lines':
      return { ...base, kind: 'lines', rows: 4 }
    case 'number':
      return {
        ...base,
        kind: 'number',
        ...(whole && { whole }),
        ...(unit !== undefined && { unit }),
        ...(least !== undefined && { min: least }),
        ...(most !== undefined && { max: most }),
      }
  }
}

const emptyOf = ({ kind, initial }: CheckField): FieldValue => {
  if (initial !== undefined) return initial as FieldValue
  return kind === 'number' ? null : kind === 'columns' || kind === 'lines' ? [] : ''
}

export function valuesOf(kinds: readonly CheckKindTold[], row: Check | null): AnyValues {
  const own = kinds.flatMap(({ kind, fields }) =>
    fields.map((field) => {
      const kept = row?.kind === kind ? row.values[field.name] : undefined
      return [fieldKey(kind, field.name), (kept === undefined ? emptyOf(field) : kept) as FieldValue] as const
    }),
  )
  const { tables } = reference()
  return {
    table: row?.table ?? tables[0]?.name ?? '',
    kind: row?.kind ?? kinds[0]?.kind ?? '',
    ...Object.fromEntries(own),
    action: row?.action ?? 'mark',
    when: row?.timing.kind ?? 'load',
    minutes: row?.timing.minutes ?? 60,
    at: row?.timing.at ?? '08:00',
    name: row?.name ?? '',
    note: row?.note ?? '',
  }
}

export function changeOf(
  kinds: readonly CheckKindTold[],
  values: AnyValues,
): Omit<CheckChange, 'id' | 'revision'> {
  const kind = String(values.kind)
  const when = values.when as CheckTiming
  const fields = kinds.find((one) => one.kind === kind)?.fields ?? []
  const own = fields.map(({ name }) => [name, (values[fieldKey(kind, name)] ?? null) as CheckValue] as const)
  return {
    name: String(values.name),
    table: String(values.table),
    kind,
    values: Object.fromEntries(own),
    action: values.action as CheckAction,
    timing: {
      kind: when,
      ...(when === 'every' && { minutes: Number(values.minutes) || 60 }),
      ...(when === 'daily' && { at: String(values.at) }),
    },
    note: String(values.note),
  }
}
