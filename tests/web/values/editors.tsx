// Every editor of values, with how it is rendered and confirmed.
import type { ReactElement } from 'react'
import { filterOps, type OwnFormula, type ReportFilter } from '#semantic/model/types.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { TagsInput } from '#web/form/TagsInput.tsx'
import type { Field } from '#web/form/types.ts'
import { ValueChoice } from '#web/pick/ValueChoice.tsx'
import { DimensionFilters } from '#web/pick/values/DimensionFilters.tsx'
import { ParameterList } from '#web/pick/values/ParameterList.tsx'
import { QueryForm } from '#features/code/web/lists/QueryForm.tsx'
import { ValueField as SqlValueField } from '#features/code/web/query/runbar/ValueField.tsx'
import { DimensionForm } from '#features/config/web/dimensions/DimensionForm.tsx'
import { PointForm } from '#features/config/web/points/PointForm.tsx'
import { ValueField as CustomValueField } from '#features/custom/web/detail/ValueField.tsx'
import { SourceForm } from '#features/gameflow/web/flow/SourceDialog.tsx'
import { EventForm } from '#features/lists/web/events/EventForm.tsx'
import { RuleForm } from '#features/lists/web/rules/RuleForm.tsx'
import { RoleForm } from '#features/management/web/roles/RoleForm.tsx'
import { UserForm } from '#features/management/web/users/UserForm.tsx'
import { estimatePush } from '#features/push/contract.ts'
import { useReferenceData as usePushReferenceData } from '#features/push/web/referenceData.ts'
import { TaskForm } from '#features/push/web/tasks/TaskForm.tsx'
import { ReceiverForm } from '#features/receivers/web/ReceiverForm.tsx'
import { useReferenceData } from '#features/receivers/web/referenceData.ts'
import { SegmentForm } from '#features/segment/web/SegmentForm.tsx'
import { DaysFilter } from '#features/statement/web/filters/DaysFilter.tsx'
import { PointChoice } from '#features/statement/web/filters/PointChoice.tsx'
import { TextFilter } from '#features/statement/web/filters/TextFilter.tsx'
import { FormulaForm } from '#features/statement/web/formulas/FormulaDialog.tsx'
import { SubscriptionForm } from '#features/statement/web/subscribe/SubscriptionForm.tsx'
import { listsOf, nastyTexts } from './values.ts'

export interface Editor {
  name: string
  cases: readonly unknown[]
  draw: (value: never, give: (value: unknown) => void) => ReactElement
  /** The button that confirms; null where each change applies at once. */
  confirm: string | null
  role?: 'radio' | 'button'
  /** The button of the question that is asked before the value is sent. */
  sure?: string
  /** Path of the saving call, where the value is sent instead of passed to the owner. */
  saves?: RegExp
  /** Answers of reading calls by path; other calls fail. */
  answers?: Readonly<Record<string, unknown>>
  /** Extracts the value from the output; absent: the whole output. */
  read?: (out: never) => unknown
  /** Label of the field that adds a value. */
  adds?: string
}

const nothing = () => undefined
const lists = listsOf(nastyTexts)
const filterValues: ReportFilter['values'][] = [
  [],
  ...lists,
  [null],
  [null, ''],
  ['x,y', null, 7, '7', 1e21, -0.5],
]
const severalOps = ['in', 'notIn', 'contains', 'notContains', 'startsWith'] as const
type Choice = Pick<ReportFilter, 'op' | 'values'>

const textCases: Choice[] = [
  ...severalOps.flatMap((op) => filterValues.map((values) => ({ op, values }))),
  ...filterOps
    .filter((op) => !severalOps.some((one) => one === op))
    .map((op) => ({ op, values: op === 'between' ? ['2', '10 '] : op.startsWith('is') ? [] : [' a,b '] })),
]
const figureCases: Choice[] = [
  { op: 'between', values: [1, 5] },
  { op: 'between', values: [null, 5] },
  { op: 'between', values: ['1234567890123456789', '1234567890123456790'] },
  { op: 'gte', values: ['0.1000000000000000055'] },
  { op: 'gt', values: [1e21] },
  { op: 'in', values: [1, '007', null, 1.5, '1234567890123456789'] },
  { op: 'isNull', values: [] },
]

const conditions: Editor[] = [
  {
    name: 'a condition on text',
    cases: textCases,
    confirm: '确定',
    draw: (filter: Choice, give) => (
      <TextFilter name="渠道" figures={false} filter={filter} onChange={give} onDone={nothing} />
    ),
  },
  {
    name: 'a condition on figures',
    cases: figureCases,
    confirm: '确定',
    draw: (filter: Choice, give) => (
      <TextFilter name="金额" figures filter={filter} onChange={give} onDone={nothing} />
    ),
  },
  {
    name: 'a condition on days',
    cases: [
      { op: 'between', values: ['2026-01-01', '2026-01-31'] },
      { op: 'between', values: [null, '2026-01-31'] },
      { op: 'gte', values: ['2026-01-01'] },
      { op: 'lt', values: ['2026-01-01'] },
      { op: 'in', values: ['2026-01-01', '2026-01-03', '2026-01-09'] },
      { op: 'isNull', values: [] },
    ] satisfies Choice[],
    confirm: '确定',
    draw: (filter: Choice, give) => (
      <DaysFilter name="开服日期" filter={filter} onChange={give} onDone={nothing} />
    ),
  },
  {
    name: 'a condition on a figure against another',
    cases: [
      { op: 'gt', values: [], than: { point: 2, times: 1 } },
      { op: 'lte', values: [], than: { point: 2, times: 1.25 } },
      { op: 'lt', values: [], than: { past: 'week' } },
    ],
    confirm: '确定',
    draw: (filter: ReportFilter, give) => (
      <PointChoice
        name="金额"
        filter={{ ...filter, point: 1 }}
        points={[{ id: 2, name: '订单', unreachable: '' } as never]}
        onChange={give}
        onDone={nothing}
      />
    ),
  },
]

const textsField: readonly Field<{ texts: readonly string[]; text: string }>[] = [
  { name: 'texts', label: '值', kind: 'tags' },
  { name: 'text', label: '文字', kind: 'textarea' },
]

const fields: Editor[] = [
  {
    name: 'tags',
    cases: lists,
    confirm: null,
    adds: '^标签$',
    draw: (values: string[], give) => (
      <TagsInput values={values} inputProps={{ 'aria-label': '标签' }} onChange={give} />
    ),
  },
  {
    name: 'a form',
    cases: lists,
    confirm: '保存',
    read: ({ texts }: { texts: string[] }) => texts,
    draw: (texts: string[], give) => (
      <FormDialog
        name={`form:${JSON.stringify(texts)}`}
        title="表单"
        fields={textsField}
        initial={{ texts, text: texts.join('\n') }}
        send={async (values) => values}
        onClose={nothing}
        onSaved={give}
      />
    ),
  },
  {
    name: 'a parameter that is a list',
    cases: [...lists, [1, 2, 0.5, 1e21], [1, '007']],
    confirm: null,
    adds: '^列表$',
    draw: (values: (string | number)[], give) => (
      <ParameterList label="列表" values={values} onChange={give} />
    ),
  },
  {
    name: 'a parameter of a query',
    cases: lists,
    confirm: null,
    adds: '^:channel',
    draw: (value: string[], give) => (
      <SqlValueField
        name="channel"
        setting={{ type: 'list', value, dictId: null, label: '' }}
        onChange={(setting) => give(setting.value)}
      />
    ),
  },
  {
    name: 'a parameter of a custom report',
    cases: lists,
    confirm: null,
    adds: '^渠道$',
    draw: (value: string[], give) => (
      <CustomValueField
        parameter={{ name: 'channel', label: '渠道', type: 'list', default: [], dictId: null }}
        value={value}
        onChange={give}
      />
    ),
  },
  {
    name: 'conditions on dimensions',
    cases: lists.map((values) => [{ dim: 3, values }]),
    confirm: null,
    adds: '值$',
    draw: (filters: { dim: number; values: string[] }[], give) => (
      <DimensionFilters label="条件" filters={filters} dims={[{ id: 3, name: '渠道' }]} onChange={give} />
    ),
  },
  {
    name: 'a choice of values',
    cases: filterValues,
    confirm: '不等于',
    role: 'radio',
    read: ({ values }: { values: unknown }) => values,
    draw: (values: (string | null)[], give) => (
      <ValueChoice
        name="渠道"
        known={{ options: [], more: false }}
        read={async () => ({ options: [], more: false })}
        single={false}
        blank="(空文本)"
        chosen={{ op: 'in', values }}
        onChange={give}
        onDone={nothing}
      />
    ),
  },
]

const games = [
  { cgi: 'g1', name: '仙侠' },
  { cgi: 'g2', name: '仙侠' },
  { cgi: '仙侠', name: '全部游戏' },
]
const told = { id: 1, revision: 1, modifiedBy: '', modifiedAt: '', createdBy: '', createdAt: '', owner: '' }
const form = { onClose: nothing, onSaved: nothing }
const dims = [
  { id: 3, name: '渠道' },
  { id: 4, name: '渠道' },
]
const filtersOf = (values: string[]) => [
  { dim: 4, values },
  { dim: 99, values: ['gone'] },
]
const rowRules = [
  { dim: 3, how: 'only', values: [null, ...nastyTexts], open: true },
  { dim: 4, how: 'except', values: ['x,y'], open: false },
]

/** Stored receivers: mail addresses, one per line. */
const receivers = nastyTexts.map((note) => ({
  name: '收件 "组"，一、二',
  kind: 'mail',
  games: ['g2', '仙侠', 'g1', 'gone'],
  addresses: ['"a,b"@example.com', "o'neil+x@example.com", '1234567890123456789@example.com'],
  note,
}))
type KeptReceiver = (typeof receivers)[number]

/**
 * Formulas as stored, including those from files and addresses: with surrounding blanks, without format, with points
 * by number.
 */
const ownFormulas: OwnFormula[] = [
  ...nastyTexts
    .filter((text) => text.trim())
    .map((text) => ({ id: -1, name: text, formula: '[#1] / [#2]', unit: text })),
  { id: -1, name: '没有单位', formula: '[#1]' },
  { id: -1, name: '占比', formula: ' [#1]/[#2] \n', format: 'percent', unit: '%' },
  { id: -2, name: '按名字', formula: '[充值金额] * 2', format: 'integer' },
]
const points = [
  { id: 1, name: '充值金额' },
  { id: 2, name: '[活跃] "用户"' },
].map((point) => ({ ...point, unit: '', synonyms: [], pinyin: '', synonymsPinyin: '' }))

const pushed = { cgi: 'g1', segment: 'all', servers: ['s,1', 's 2'], action: '', media: '', icon: '' }
const until = '2026-12-31'
const pushTasks = [
  ...nastyTexts
    .filter((text) => text.trim())
    .map((text) => ({ ...pushed, title: text, body: text, uri: '', schedule: { kind: 'now' } })),
  {
    ...pushed,
    title: '周末',
    body: '来',
    uri: 'mygame://a,b',
    schedule: { kind: 'weekly', weekdays: [6, 7], time: '10:00', until },
  },
  { ...pushed, title: '每天', body: '来', uri: '', schedule: { kind: 'cron', cron: '0 10 * * 1,3', until } },
]
const pushEstimate = {
  count: 7,
  minutes: 1,
  needsApproval: false,
  approvalAbove: 10,
  next: [],
  problem: '',
}
type KeptTask = (typeof pushTasks)[number]

/** Lists for forms, which take all values together; each value alone is tested with the fields above. */
const formLists = [[''], ['x,y'], ...lists.slice(-2)]

/** Forms of objects: the saved object must equal the opened one. */
const forms: Editor[] = [
  {
    name: 'a black-list rule',
    saves: /black\/rules\/save/,
    cases: formLists.map((values) => ({ filters: filtersOf(values), games: ['g2', '仙侠', 'g1', 'gone'] })),
    confirm: '保存',
    read: ({ condition, games: sent }: { condition: { filters: unknown }; games: unknown }) => ({
      filters: condition.filters,
      games: sent,
    }),
    draw: ({ filters, games: given }: { filters: never; games: string[] }) => (
      <RuleForm
        {...form}
        options={{ points: [{ id: 1, name: '充值', dims: [3, 4] }], dims, games } as never}
        row={
          {
            ...told,
            name: '刷单',
            condition: { dim: 3, point: 1, least: 10, perDay: true, days: 7, filters },
            games: given,
            kind: 'player',
            reason: '',
            keepDays: null,
            dailyAt: null,
          } as never
        }
      />
    ),
  },
  {
    name: 'a segment',
    saves: /save$/,
    cases: formLists.map((values) => [
      [
        { point: 1, op: 'between', values: [0.5, 1e21], days: 30, filters: filtersOf(values) },
        { point: 1, op: 'gte', values: [1], days: 7, not: true },
      ],
      [{ point: 1, op: 'lt', values: [5], days: 1 }],
    ]),
    confirm: '保存',
    read: ({ source }: { source: { any: unknown } }) => source.any,
    draw: (any: never) => (
      <SegmentForm
        {...form}
        options={
          {
            games,
            points: [{ id: 1, name: '充值', unit: '元' }],
            dims,
            players: ['player_id'],
            mayWriteSql: false,
          } as never
        }
        row={
          {
            ...told,
            name: '大 R',
            games: '*',
            note: '',
            players: ['player_id'],
            keepDays: 90,
            source: { kind: 'rules', any },
          } as never
        }
      />
    ),
  },
  {
    name: 'an event',
    saves: /addOrUpdateEvList/,
    cases: nastyTexts.map((title) => [
      { name: 'level', title, type: 'number' },
      { name: 'a b', title: '数值  两格', type: 'text' },
    ]),
    confirm: '保存',
    read: ({ params }: { params: unknown }) => params,
    draw: (params: never) => (
      <EventForm
        {...form}
        row={
          {
            ...told,
            code: 'e',
            name: '事件',
            category: '',
            games: '*',
            state: 'active',
            params,
            describe: '',
            uses: 0,
          } as never
        }
      />
    ),
  },
  {
    name: 'the source of the game flow',
    saves: /source$/,
    cases: formLists,
    confirm: '保存',
    read: ({ definition }: { definition: { orders: { where: { values: unknown } } } }) =>
      definition.orders.where.values,
    draw: (values: string[]) => (
      <SourceForm
        info={
          {
            definition: {
              orders: {
                table: 'pay',
                day: 'd',
                game: 'g',
                channel: 'c',
                server: '',
                currency: '',
                fixedCurrency: 'CNY',
                amount: 'a',
                where: { column: 'state', values },
              },
              refunds: null,
              unit: 'major',
            },
            tables: [],
            revision: 1,
            modifiedBy: '',
            modifiedAt: null,
            problem: '',
            editable: true,
            tolerance: { amount: '0', percent: '0' },
          } as never
        }
      />
    ),
  },
  {
    name: 'a saved query',
    saves: /save$/,
    cases: formLists,
    confirm: '保存',
    read: ({ tags }: { tags: unknown }) => tags,
    draw: (tags: string[]) => (
      <QueryForm
        {...form}
        folders={[]}
        onTakenBack={nothing}
        row={{ id: 'q', name: '查询', folder: '', tags, sql: 'select 1', version: 1 } as never}
      />
    ),
  },
  {
    name: 'a point',
    saves: /addOrUpdateAnaPoint$/,
    cases: formLists,
    confirm: '保存',
    read: ({ info }: { info: { synonyms: unknown } }) => info.synonyms,
    draw: (synonyms: string[]) => (
      <PointForm
        {...form}
        row={
          {
            ...told,
            name: '活跃用户',
            types: 'additive',
            table_id: 1,
            name_sql: 'amount',
            event_filter: '',
            filter: '',
            point_typeId: null,
            info: { aggregate: 'sum', format: 'integer', synonyms },
            describe: '',
            note: '',
          } as never
        }
      />
    ),
  },
  {
    name: 'a dimension',
    saves: /addOrUpdateAnaDim$/,
    cases: formLists,
    confirm: '保存',
    read: ({ info }: { info: { valueOrder: unknown } }) => info.valueOrder,
    draw: (valueOrder: string[]) => (
      <DimensionForm
        {...form}
        row={
          {
            ...told,
            name: '渠道',
            dim_typeId: null,
            types: 'string',
            form_type: 'text',
            table_id: null,
            info: { valueOrder, expression: 'channel' },
            count_quantum: null,
            update_frequency: 'day',
            cgi_filter: false,
            describe: '',
          } as never
        }
      />
    ),
  },
  {
    name: 'a user',
    saves: /addOrUpdate$/,
    cases: [rowRules],
    confirm: '保存',
    read: ({ rowRules: sent }: { rowRules: unknown }) => sent,
    draw: (given: never) => (
      <UserForm
        {...form}
        row={
          {
            ...told,
            email: 'a@example.com',
            username: 'a',
            role: '分析师',
            roleGone: false,
            games: '*',
            rowRules: given,
            disabled: false,
          } as never
        }
      />
    ),
  },
  {
    name: 'a role',
    saves: /addOrUpdate$/,
    cases: [rowRules],
    confirm: '保存',
    read: ({ rowRules: sent }: { rowRules: unknown }) => sent,
    draw: (given: never) => (
      <RoleForm
        {...form}
        row={{ ...told, name: '分析师', authorityInfo: {}, rowRules: given, users: [], foreign: [] } as never}
      />
    ),
  },
  {
    name: 'a receiver',
    saves: /receivers?\/save$/,
    cases: receivers,
    confirm: '保存',
    read: ({ name, kind, games: sent, addresses, note }: KeptReceiver & { addresses: never }) => ({
      name,
      kind,
      games: sent,
      addresses: String(addresses).split('\n'),
      note,
    }),
    draw: (given: KeptReceiver) => {
      useReferenceData.setState({ games })
      return <ReceiverForm {...form} row={{ ...told, ...given, address: '', secret: '' } as never} />
    },
  },
  {
    name: 'an own formula',
    answers: { '/api/s1/report/formulas/check': { formulas: [] } },
    cases: ownFormulas,
    confirm: '应用',
    draw: (formula: OwnFormula, give) => (
      <FormulaForm
        id={formula.id}
        info={{ dims: [], points: [1], dateRange: { relative: 'last7' }, formulas: [formula] }}
        points={points as never}
        onSaved={give}
      />
    ),
  },
  {
    name: 'a push task',
    saves: /task\/change$/,
    cases: pushTasks,
    confirm: '保存',
    sure: '(发送|保存)$',
    answers: { [estimatePush.path]: pushEstimate },
    read: ({ id: _, revision: __, ...sent }: KeptTask & { id: number; revision: number }) => sent,
    draw: (task: KeptTask) => {
      const app = {
        cgi: 'g1',
        name: '仙侠',
        kind: 'app',
        gateway: '内置网关',
        perMinute: 100,
        quietHours: null,
      }
      usePushReferenceData.setState({
        apps: [app],
        segments: [{ key: 'all', name: '全部玩家' }],
        servers: {},
      } as never)
      return <TaskForm {...form} row={{ ...told, ...task } as never} />
    },
  },
  {
    name: 'a subscription',
    saves: /save$/,
    cases: [
      { kind: 'monthly', days: [15, 1, 0], time: '09:00' },
      { kind: 'weekly', weekdays: [5, 1], time: '09:00' },
    ],
    confirm: '保存',
    read: ({ timing }: { timing: unknown }) => timing,
    draw: (timing: never) => (
      <SubscriptionForm
        {...form}
        subject={{ ...reportSubject, viewId: 1 }}
        row={
          {
            ...told,
            name: '周报',
            timing,
            content: { picture: true, table: true, file: false },
            ...reportSubject,
            only: { kind: 'rows' },
            recipients: [],
            mine: { id: 1, toInbox: true, toMail: false },
            note: ' 附言\n',
          } as never
        }
      />
    ),
  },
  {
    name: 'a subscription of a query',
    saves: /save$/,
    cases: [
      {
        params: { list: ['一、二', 3], count: 7, flag: false, none: null, day: '上周一' },
        only: { kind: 'figure', column: '金额', op: 'between', value: 0.5, upper: 1_000, once: false },
      },
      { params: {}, only: null },
    ],
    confirm: '保存',
    read: ({ params, only }: { params: unknown; only: unknown }) => ({ params, only }),
    draw: ({ params, only }: { params: object; only: never }) => {
      const types = { list: 'list', count: 'number', flag: 'boolean', none: 'text', day: 'date' } as const
      const parameters = Object.entries(types).map(([name, type]) => ({
        name,
        type,
        label: '',
        default: type === 'list' ? ['x'] : 'x',
        dictId: null,
      }))
      const subject = { ...reportSubject, queryId: 'q', parameters }
      return (
        <SubscriptionForm
          {...form}
          subject={subject}
          row={
            {
              ...told,
              name: '周报',
              timing: { kind: 'daily', time: '09:00' },
              content: { picture: true, table: true, file: false, csv: true },
              ...subject,
              params,
              only,
              recipients: [],
              mine: { id: 1, toInbox: true, toMail: false },
              note: '',
            } as never
          }
        />
      )
    },
  },
]

const reportSubject = {
  viewId: null,
  reportId: null,
  info: null,
  pivot: null,
  queryId: null,
  parameters: [],
  link: '',
  text: '',
}

export const editors: readonly Editor[] = [...conditions, ...fields, ...forms]
