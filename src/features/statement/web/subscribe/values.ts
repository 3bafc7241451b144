// Converts a subscription between its form and its request.

import type { Timing, timingKinds } from '#shared/timing.ts'
import type { Field } from '#web/form/types.ts'
import { receiverTakesText } from '#features/receivers/contract.ts'
import type { PreviewQuestion, Subscription, SubscriptionChange } from '#features/subscription/contract.ts'
import { ReceiversInput, receiversText } from './ReceiversInput.tsx'
import { WeekdaysInput, weekdaysText } from './WeekdaysInput.tsx'

/** The subscribed object, saved or not. */
export interface Subject {
  viewId: number
  reportId: number | null
  info: string | null
  pivot: string | null
  link: string
  /** Its text in the form. */
  text: string
}

export interface Values {
  name: string
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
  note: string
}

export const newValues = (name: string): Values => ({
  name,
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
  picture: true,
  table: true,
  file: false,
  note: '',
})

const lastDay = '最后一天'

export function valuesOf(row: Subscription): Values {
  const { timing, content, recipients, mine } = row
  const others = recipients.filter(({ id, kind }) => id !== mine?.id && kind !== 'receiver')
  return {
    ...newValues(row.name),
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
    ...content,
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

export const changeOf = (values: Values, { text: _, ...subject }: Subject): SubscriptionChange => ({
  ...subject,
  name: values.name,
  timing: timingOf(values),
  content: contentOf(values),
  note: values.note,
  toInbox: values.toInbox,
  toMail: values.toMail,
  people: values.people.filter((one) => one.trim() !== ''),
  receivers: values.receivers.map(Number),
})

const contentOf = ({ picture, table, file }: Values) => ({ picture, table, file })

export const questionOf = (values: Values, { text: _, ...subject }: Subject): PreviewQuestion => ({
  ...subject,
  name: values.name.trim() === '' ? '订阅' : values.name,
  content: contentOf(values),
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

const isTimed = ({ timing }: Values) => timing === 'daily' || timing === 'weekly' || timing === 'monthly'

export const fields: readonly Field<Values>[] = [
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
  { name: 'toInbox', label: '发到我的站内信', kind: 'switch' },
  { name: 'toMail', label: '发到我的邮箱', kind: 'switch' },
  {
    name: 'people',
    label: '也发给（邮箱）',
    kind: 'lines',
    rows: 2,
    placeholder: '一行一个',
    help: '本产品的用户收到他们自己能看的数据；其他邮箱收到你能看的数据，需要「告警管理」权限',
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
  {
    name: 'note',
    label: '附言',
    kind: 'textarea',
    rows: 2,
    longest: 4_000,
    help: '可用 {{名称}}、{{视图}}、{{日期}}、{{游戏}}',
  },
]
