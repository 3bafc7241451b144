// The form's fields, made from those of the kinds of sources, and what is sent of them.
import type { AnyField, AnyValues } from '#web/form/types.ts'
import {
  fieldKey,
  type ShownField,
  type Source,
  type SourceChange,
  type SourceKind,
  type SourceMode,
  type SourceTiming,
  sourceModes,
  sourceModeTitles,
} from '../contract.ts'

const timingTitles: Record<SourceTiming, string> = {
  arrival: '来了就载入（每分钟看一次）',
  every: '每隔几分钟',
  daily: '每天',
  hand: '只手动',
}

export function fieldsOf(
  kinds: readonly SourceKind[],
  { tables, readings }: { tables: readonly string[]; readings: readonly string[] },
  row: Source | null,
): AnyField[] {
  return [
    { name: 'name', label: '名称', kind: 'text', required: true, longest: 100 },
    {
      name: 'kind',
      label: '类型',
      kind: 'select',
      required: true,
      choices: kinds.map(({ kind, title }) => ({ value: kind, title })),
    },
    ...kinds.flatMap(({ kind, fields }) => fields.map((field) => drawn(kind, field, row))),
    {
      name: 'table',
      label: '数据表',
      kind: 'text',
      required: true,
      suggestions: tables,
      help: '由导入建立的表，或新的表名：第一次载入时建立，并做出报表',
    },
    {
      name: 'mode',
      label: '载入方式',
      kind: 'select',
      required: true,
      choices: sourceModes.map((mode) => ({ value: mode, title: sourceModeTitles[mode] })),
      help: '同样的内容只载入一次；按天替换换掉文件里有的那些天，按主键更新换掉主键相同的行',
    },
    {
      name: 'keys',
      label: '主键',
      kind: 'tags',
      required: true,
      help: '哪些列合起来认得出一行',
      shownWhen: is('mode', 'keys'),
    },
    {
      name: 'spanDays',
      label: '一次最多跨几天',
      kind: 'number',
      min: 1,
      max: 100_000,
      unit: '天',
      whole: true,
      help: '文件里的日期跨得更多时不载入：混进一行去年的日期，不会换掉去年那一天',
      shownWhen: is('mode', 'days'),
    },
    {
      name: 'when',
      label: '何时载入',
      kind: 'select',
      required: true,
      choices: Object.entries(timingTitles).map(([value, title]) => ({ value, title })),
    },
    {
      name: 'minutes',
      label: '间隔',
      kind: 'number',
      min: 1,
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
      placeholder: '06:00',
      help: '业务时区的时刻，如 06:00',
      check: (value) =>
        /^([01]\d|2[0-3]):[0-5]\d$/.test(String(value)) ? undefined : '应为 00:00 到 23:59 的时刻，如 06:00',
      shownWhen: is('when', 'daily'),
    },
    {
      name: 'expectedBy',
      label: '每天何时前应有新数据',
      kind: 'text',
      placeholder: '09:00',
      help: '业务时区的时刻；到时还没有新的行，数据新鲜度就说晚了。不填则只看有没有按时去看',
      check: (value) =>
        value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(String(value))
          ? undefined
          : '应为 00:00 到 23:59 的时刻，如 09:00',
    },
    {
      name: 'reading',
      label: '列的读法',
      kind: 'lines',
      rows: 2,
      mono: true,
      help: `多数列不必写；每行一列，写成 列=方式，方式：${readings.join('、')}`,
    },
    { name: 'keepGood', label: '有坏行时只载入其余的行', kind: 'switch' },
    { name: 'note', label: '备注', kind: 'textarea', rows: 2, longest: 2_000 },
  ]
}

const is =
  (name: string, value: string) =>
  (values: unknown): boolean =>
    (values as AnyValues)[name] === value

function drawn(kind: string, field: ShownField, row: Source | null): AnyField {
  const { name, title, required, hint, placeholder, choices = [], least, most } = field
  const isKept = row?.kind === kind && row.kept.includes(name)
  const base = {
    name: fieldKey(kind, name),
    label: title,
    required: required && !isKept,
    ...(hint !== undefined && { help: hint }),
    ...(placeholder !== undefined && { placeholder }),
    shownWhen: is('kind', kind),
  }
  switch (field.kind) {
    case 'text':
      return { ...base, kind: 'text' }
    case 'area':
      return { ...base, kind: 'textarea', rows: 6, mono: true }
    case 'number':
      return {
        ...base,
        kind: 'number',
        whole: true,
        ...(least !== undefined && { min: least }),
        ...(most !== undefined && { max: most }),
      }
    case 'choice':
      return { ...base, kind: 'select', choices }
    case 'check':
      return { ...base, required: false, kind: 'switch' }
    case 'secret':
      return { ...base, kind: 'secret', ...(isKept && { kept: '已保存，不再显示' }) }
  }
}

const emptyOf = ({ kind, initial }: ShownField) =>
  initial ?? (kind === 'number' ? null : kind === 'check' ? false : '')

export function valuesOf(kinds: readonly SourceKind[], row: Source | null): AnyValues {
  const own = kinds.flatMap(({ kind, fields }) =>
    fields.map((field) => {
      const kept = row?.kind === kind && field.kind !== 'secret' ? row.settings[field.name] : undefined
      return [fieldKey(kind, field.name), kept ?? emptyOf(field)] as const
    }),
  )
  return {
    name: row?.name ?? '',
    kind: row?.kind ?? kinds[0]?.kind ?? '',
    ...Object.fromEntries(own),
    table: row?.table ?? '',
    mode: row?.mode ?? 'rows',
    keys: row?.keys ?? [],
    spanDays: row?.spanDays ?? 31,
    expectedBy: row?.expectedBy ?? '',
    when: row?.timing.kind ?? 'arrival',
    minutes: row?.timing.minutes ?? 60,
    at: row?.timing.at ?? '06:00',
    reading: row?.reading ?? [],
    keepGood: row?.keepGood ?? false,
    note: row?.note ?? '',
  }
}

/** What is sent of the kind's own fields. */
export function givenOf(
  kinds: readonly SourceKind[],
  values: AnyValues,
): Pick<SourceChange, 'kind' | 'settings' | 'secrets'> {
  const kind = String(values.kind)
  const settings: SourceChange['settings'] = {}
  const secrets: SourceChange['secrets'] = {}
  for (const field of kinds.find((one) => one.kind === kind)?.fields ?? []) {
    const value = values[fieldKey(kind, field.name)]
    if (field.kind === 'secret') {
      if (typeof value === 'string' && value !== '') secrets[field.name] = value
    } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      settings[field.name] = value
  }
  return { kind, settings, secrets }
}

export function changeOf(
  kinds: readonly SourceKind[],
  values: AnyValues,
): Omit<SourceChange, 'id' | 'revision'> {
  const when = values.when as SourceTiming
  return {
    ...givenOf(kinds, values),
    name: String(values.name),
    table: String(values.table),
    mode: values.mode as SourceMode,
    keys: [...(values.keys as readonly string[])],
    spanDays: Number(values.spanDays) || 31,
    expectedBy: values.expectedBy ? String(values.expectedBy) : null,
    reading: (values.reading as readonly string[]).filter((line) => line.trim() !== ''),
    keepGood: values.keepGood === true,
    timing: {
      kind: when,
      ...(when === 'every' && { minutes: Number(values.minutes) || 60 }),
      ...(when === 'daily' && { at: String(values.at) }),
    },
    note: String(values.note),
  }
}
