// Converts a subscription between its form and its request.

import type { ConditionOp } from '#shared/comparing.ts'
import { conditionOps, conditionOpTitles, takesUpper } from '#shared/comparing.ts'
import type { Timing, timingKinds } from '#shared/timing.ts'
import { given, parametersText, typed } from '#web/form/ParametersInput.tsx'
import type { Field } from '#web/form/types.ts'
import { receiverTakesText } from '#features/receivers/contract.ts'
import type {
  Only,
  PreviewQuestion,
  QueryParameter,
  Subscription,
  SubscriptionChange,
} from '#features/subscription/contract.ts'
import { QueryParameters } from './QueryParameters.tsx'
import { ReceiversInput, receiversText } from './ReceiversInput.tsx'
import { WeekdaysInput, weekdaysText } from './WeekdaysInput.tsx'

/** The subscribed object, saved or not. */
export interface Subject {
  /** Null for a saved query. */
  viewId: number | null
  reportId: number | null
  info: string | null
  pivot: string | null
  queryId: string | null
  /** The query's parameters. */
  parameters: readonly QueryParameter[]
  link: string
  /** Its text in the form. */
  text: string
}

/** A saved query as the SQL workspace hands it over. */
export interface SentQuery {
  queryId: string
  name: string
  parameters: readonly QueryParameter[]
}

export const queryTextOf = (name: string): string =>
  `发送查询「${name}」的结果，按已保存的 SQL，修改后随之更新；每个收件人得到自己能看的数据`

export interface Values {
  name: string
  /** The parameters' values as typed, as JSON; see ParametersInput. */
  parameters: string
  only: string
  column: string
  op: string
  value: number | null
  upper: number | null
  once: boolean
  timing: string
  time: string
  weekdays: readonly string[]
  days: string
  cron: string
  latest: string
  toInbox: boolean
  toMail: boolean
  people: readonly string[]
  receivers: readonly string[]
  picture: boolean
  table: boolean
  file: boolean
  corrections: boolean
  format: string
  note: string
}

export const newValues = (name: string, subject: Pick<Subject, 'queryId' | 'parameters'>): Values => ({
  name,
  parameters: typed(subject.parameters, {}),
  only: 'always',
  column: '',
  op: 'gt',
  value: null,
  upper: null,
  once: true,
  timing: 'weekly',
  time: '09:00',
  weekdays: ['1'],
  days: '1',
  cron: '0 9 * * 1-5',
  latest: '12:00',
  toInbox: true,
  toMail: false,
  people: [],
  receivers: [],
  // Of a query the picture shows no more than its table.
  picture: subject.queryId === null,
  table: true,
  file: false,
  corrections: true,
  format: 'xlsx',
  note: '',
})

const lastDay = '最后一天'

export function valuesOf(row: Subscription): Values {
  const { timing, content, recipients, mine, only } = row
  const { csv, corrections = true, ...parts } = content
  const others = recipients.filter(({ id, kind }) => id !== mine?.id && kind !== 'receiver')
  return {
    ...newValues(row.name, row),
    parameters: typed(row.parameters, row.params),
    only: only?.kind ?? 'always',
    ...(only?.kind === 'figure' && {
      column: only.column,
      op: only.op,
      value: only.value,
      upper: only.upper ?? null,
      once: only.once === true,
    }),
    timing: timing.kind,
    ...('time' in timing && { time: timing.time }),
    ...(timing.kind === 'weekly' && { weekdays: timing.weekdays.map(String) }),
    ...(timing.kind === 'monthly' && {
      days: timing.days.map((day) => (day === 0 ? lastDay : day)).join('、'),
    }),
    ...(timing.kind === 'cron' && { cron: timing.cron }),
    ...(timing.kind === 'fresh' && { latest: timing.latest }),
    toInbox: mine?.toInbox ?? false,
    toMail: mine?.toMail ?? false,
    people: others.map(({ email }) => email),
    receivers: recipients.flatMap(({ receiverId }) => (receiverId === null ? [] : [String(receiverId)])),
    ...parts,
    corrections,
    format: csv ? 'csv' : 'xlsx',
    note: row.note,
  }
}

/** Parses `1、15、最后一天`; null for any other text. */
function daysOf(text: string): number[] | null {
  const parts = text.split(/[,，、\s]+/).filter((part) => part !== '')
  const days = parts.map((part) => {
    if (part === lastDay || part === '末日') return 0
    return /^\d{1,2}$/.test(part) && Number(part) >= 1 && Number(part) <= 31 ? Number(part) : null
  })
  return days.length === 0 || days.includes(null) ? null : (days as number[])
}

export function timingOf(values: Values): Timing {
  const { time } = values
  switch (values.timing) {
    case 'weekly':
      return { kind: 'weekly', weekdays: values.weekdays.map(Number), time }
    case 'monthly':
      return { kind: 'monthly', days: daysOf(values.days) ?? [], time }
    case 'cron':
      return { kind: 'cron', cron: values.cron }
    case 'fresh':
      return { kind: 'fresh', latest: values.latest }
    default:
      return { kind: 'daily', time }
  }
}

export const changeOf = (values: Values, subject: Subject): SubscriptionChange => ({
  ...whatOf(values, subject),
  name: values.name,
  timing: timingOf(values),
  note: values.note,
  toInbox: values.toInbox,
  toMail: values.toMail,
  people: values.people.filter((one) => one.trim() !== ''),
  receivers: values.receivers.map(Number),
})

const whatOf = (values: Values, { text: _, parameters: __, ...subject }: Subject) => ({
  ...subject,
  ...(subject.queryId !== null && { params: given(values.parameters) }),
  only: onlyOf(values),
  content: contentOf(values, subject),
})

const contentOf = (
  { picture, table, file, corrections, format }: Values,
  { queryId }: Pick<Subject, 'queryId'>,
) => ({
  picture,
  table,
  file,
  ...(!corrections && { corrections }),
  ...(queryId !== null && { csv: format === 'csv' }),
})

function onlyOf({ only, column, op, value, upper, once }: Values): Only | null {
  if (only === 'rows') return { kind: 'rows' }
  if (only !== 'figure') return null
  const bounds = takesUpper(op as ConditionOp) && upper !== null && { upper }
  return { kind: 'figure', column, op: op as ConditionOp, value: value ?? 0, ...bounds, once }
}

export const questionOf = (values: Values, subject: Subject): PreviewQuestion => ({
  ...whatOf(values, subject),
  name: values.name.trim() === '' ? '订阅' : values.name,
  note: values.note,
})

const timeProblem = (time: string): string | undefined =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? undefined : '应为 00:00 到 23:59'

const kindTitles: Record<(typeof timingKinds)[number], string> = {
  daily: '每天',
  weekly: '每周',
  monthly: '每月',
  fresh: '数据到齐后',
  cron: '定时表达式',
}
const offered = ['daily', 'weekly', 'monthly', 'fresh', 'cron'] as const

const isFigure = ({ only }: Values) => only === 'figure'
const isPair = ({ only, op }: Values) => only === 'figure' && takesUpper(op as ConditionOp)

const isTimed = ({ timing }: Values) => timing === 'daily' || timing === 'weekly' || timing === 'monthly'

/** Of a report everything but what queries alone have. */
export const fieldsFor = ({ queryId, parameters }: Pick<Subject, 'queryId' | 'parameters'>) => {
  if (queryId === null) return reportFields
  return parameters.length > 0 ? queryFields : queryFields.filter(({ name }) => name !== 'parameters')
}

const onlyChoices = [
  { value: 'always', title: '总是发送' },
  { value: 'rows', title: '有数据才发' },
]

/** Shown for queries alone; the texts differ in others. */
const ofQueries: readonly Field<Values>[] = [
  {
    name: 'parameters',
    label: '参数',
    kind: 'drawn',
    draw: QueryParameters,
    text: parametersText,
    help: '日期可写 今天、昨天、上周一、today-7，发送那天再算；留空则用查询里保存的值',
  },
]

const figureFields: readonly Field<Values>[] = [
  {
    name: 'column',
    label: '看哪一列',
    kind: 'text',
    half: true,
    required: true,
    longest: 200,
    mono: true,
    placeholder: '结果里的列名',
    shownWhen: isFigure,
    help: '任意一行达到就发送',
  },
  {
    name: 'op',
    label: '条件',
    kind: 'select',
    half: true,
    choices: conditionOps.map((value) => ({ value, title: conditionOpTitles[value] })),
    shownWhen: isFigure,
  },
  { name: 'value', label: '数值', kind: 'number', half: true, required: true, shownWhen: isFigure },
  { name: 'upper', label: '上限', kind: 'number', half: true, required: true, shownWhen: isPair },
  { name: 'once', label: '只在刚达到时发一次，恢复时再说一声', kind: 'switch', shownWhen: isFigure },
]

const formatField: Field<Values> = {
  name: 'format',
  label: '附件格式',
  kind: 'select',
  half: true,
  choices: [
    { value: 'xlsx', title: 'Excel 表格（.xlsx）' },
    { value: 'csv', title: 'CSV 文本（.csv）' },
  ],
  shownWhen: ({ file }) => file,
}

const fields: readonly Field<Values>[] = [
  { name: 'name', label: '名称', kind: 'text', required: true, longest: 100, help: '消息的标题' },
  {
    name: 'timing',
    label: '何时发送',
    kind: 'select',
    half: true,
    choices: offered.map((value) => ({ value, title: kindTitles[value] })),
  },
  {
    name: 'time',
    label: '时间',
    kind: 'text',
    half: true,
    placeholder: '09:00',
    check: timeProblem,
    shownWhen: isTimed,
  },
  {
    name: 'latest',
    label: '最晚时间',
    kind: 'text',
    half: true,
    placeholder: '12:00',
    check: timeProblem,
    shownWhen: ({ timing }) => timing === 'fresh',
    help: '昨天的数据到齐就发，每天一次；到这时还没到齐，先告诉收件人',
  },
  {
    name: 'cron',
    label: '表达式',
    kind: 'text',
    half: true,
    mono: true,
    longest: 200,
    required: true,
    shownWhen: ({ timing }) => timing === 'cron',
    help: '分 时 日 月 周，两次至少相隔 10 分钟',
  },
  {
    name: 'weekdays',
    label: '星期',
    kind: 'drawn',
    draw: WeekdaysInput,
    text: weekdaysText,
    check: (days) => (days.length === 0 ? '请选择星期几' : undefined),
    shownWhen: ({ timing }) => timing === 'weekly',
  },
  {
    name: 'days',
    label: '日期',
    kind: 'text',
    placeholder: '1、15、最后一天',
    check: (days) => (daysOf(days) === null ? '写几号，用顿号分开，如：1、15、最后一天' : undefined),
    shownWhen: ({ timing }) => timing === 'monthly',
    help: '没有这一天的月份不发；要每月都发，请写「最后一天」',
  },
  {
    name: 'only',
    label: '发送条件',
    kind: 'select',
    half: true,
    choices: onlyChoices,
    help: '选「有数据才发」，没有行或数值全是 0 就不发',
  },
  { name: 'toInbox', label: '发到我的站内信', kind: 'switch' },
  { name: 'toMail', label: '发到我的邮箱', kind: 'switch' },
  {
    name: 'people',
    label: '也发给（邮箱）',
    kind: 'lines',
    rows: 2,
    placeholder: '一行一个',
    help: '本系统的用户收到他们自己能看的数据；其他邮箱收到你能看的数据，需要「告警管理」权限',
  },
  {
    name: 'receivers',
    label: '通知渠道',
    kind: 'drawn',
    draw: ReceiversInput,
    text: receiversText,
    permission: 'alert_config_edit',
    help: `发你能看的数据，限于渠道自己的游戏。${receiverTakesText()}。万一服务中断，群里可能收到重复的一条`,
  },
  {
    name: 'picture',
    label: '图片：图表与表格',
    kind: 'switch',
    check: (picture, { table, file }) =>
      picture || table || file ? undefined : '图片、表格、附件至少选一样',
  },
  { name: 'table', label: '正文里的表格', kind: 'switch' },
  { name: 'file', label: '附件 .xls（只随邮件发送，最大 10 MB）', kind: 'switch' },
  { name: 'corrections', label: '发过的数后来有修订，再发一条更正', kind: 'switch' },
  {
    name: 'note',
    label: '附言',
    kind: 'textarea',
    rows: 2,
    longest: 4_000,
    help: '可用 {{名称}}、{{视图}}、{{日期}}、{{游戏}}',
  },
]

const reportFields = fields

/** What a field says of queries, where that differs. */
const saidOfQueries: Partial<Record<keyof Values, Partial<Field<Values>>>> = {
  timing: {
    choices: offered.map((value) => ({ value, title: value === 'fresh' ? '表更新后' : kindTitles[value] })),
  },
  latest: { help: '查询用到的表今天都更新了就发，每天一次；到这时还没更新，先告诉收件人' },
  only: {
    choices: [...onlyChoices, { value: 'figure', title: '数值达到条件才发' }],
    help: '选「有数据才发」，查询没有返回行就不发',
  },
  people: {
    help: '本系统的用户收到他们自己能看的数据，需要「代码查询」权限；其他邮箱收到你能看的数据，需要「告警管理」权限',
  },
  note: { help: '可用 {{名称}}、{{日期}}、{{游戏}}' },
  picture: { label: '图片：表格' },
  file: { label: '附件（只随邮件发送，最多 20 万行、10 MB）' },
}

const queryFields: readonly Field<Values>[] = fields.flatMap((field) => {
  const said = { ...field, ...saidOfQueries[field.name] } as Field<Values>
  // What a query returns is not remembered.
  if (field.name === 'corrections') return []
  if (field.name === 'name') return [said, ...ofQueries]
  if (field.name === 'only') return [said, ...figureFields]
  return field.name === 'file' ? [said, formatField] : [said]
})
