// The form of a push task: message, audience, schedule; with estimate and preview.
import { useRef } from 'react'
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { ListFormProps } from '#web/list/types.ts'
import { addPushTask, changePushTask, type PushMessage, type PushTask } from '#features/push/contract.ts'
import { messageFields } from '../messageFields.ts'
import { appOf, useReferenceData } from '../referenceData.ts'
import { PhonePreview } from '../test/PhonePreview.tsx'
import { segmentChoices, segmentProblem } from './aiming.ts'
import { Estimate } from './Estimate.tsx'
import { ServersField, WeekdaysField } from './ServersField.tsx'
import { isComplete, scheduleOf, timeProblem, type When, whenOf, whenTitles } from './scheduling.ts'

interface Values extends PushMessage, When {
  cgi: string
  segment: string
  servers: readonly string[]
}

const valuesOf = (task: PushTask): Values => ({
  cgi: task.cgi,
  segment: task.segment,
  servers: task.servers,
  title: task.title,
  body: task.body,
  action: task.action,
  uri: task.uri,
  media: task.media,
  icon: task.icon,
  ...whenOf(task.schedule),
})

const newValues = (cgi: string): Values => ({
  cgi,
  segment: 'all',
  servers: [],
  title: '',
  body: '',
  action: '',
  uri: '',
  media: '',
  icon: '',
  ...whenOf({ kind: 'now' }),
})

const isRepeated = ({ when }: { when: unknown }) => ['daily', 'weekly', 'cron'].includes(String(when))

interface Props extends ListFormProps<PushTask> {
  /** The task that a new one is copied from. */
  like?: PushTask
}

export function TaskForm({ row, like, onClose, onSaved }: Props) {
  const { apps, segments } = useReferenceData()
  const requestId = useRequestId()
  const base = row ?? like
  return (
    <FormDialog<Values, PushTask>
      name={`pushTask:${row?.id ?? (like ? `like ${like.id}` : 'new')}`}
      title={row ? '编辑推送任务' : '新建推送任务'}
      className="push-form"
      fields={[
        {
          name: 'cgi',
          label: '应用',
          kind: 'select',
          half: true,
          required: true,
          choices: apps.map(({ cgi, name }) => ({ value: cgi, title: name })),
        },
        {
          name: 'segment',
          label: '人群',
          kind: 'select',
          half: true,
          choices: ({ cgi }) => segmentChoices(segments, String(cgi), base),
          check: (key, { cgi }) => segmentProblem(segments, key, cgi),
        },
        {
          name: 'servers',
          label: '区服',
          kind: 'drawn',
          draw: ServersField,
          shownWhen: ({ cgi }) => appOf(cgi)?.kind !== 'webpush',
        },
        ...messageFields,
        {
          name: 'when',
          label: '发送',
          kind: 'select',
          half: true,
          choices: Object.entries(whenTitles).map(([value, title]) => ({ value, title })),
        },
        {
          name: 'at',
          label: '时间',
          kind: 'time',
          half: true,
          required: true,
          shownWhen: ({ when }) => when === 'at',
        },
        {
          name: 'time',
          label: '时间',
          kind: 'text',
          half: true,
          placeholder: '10:00',
          check: (time, { when }) => (when === 'daily' || when === 'weekly' ? timeProblem(time) : undefined),
          shownWhen: ({ when }) => when === 'daily' || when === 'weekly',
        },
        {
          name: 'cron',
          label: '定时表达式',
          kind: 'text',
          half: true,
          mono: true,
          required: true,
          longest: 100,
          placeholder: '0 10 * * 1',
          help: '分 时 日 月 周',
          shownWhen: ({ when }) => when === 'cron',
        },
        {
          name: 'weekdays',
          label: '星期',
          kind: 'drawn',
          draw: WeekdaysField,
          shownWhen: ({ when }) => when === 'weekly',
        },
        {
          name: 'until',
          label: '截止日期',
          kind: 'day',
          half: true,
          required: true,
          help: '含当天',
          shownWhen: isRepeated,
        },
      ]}
      initial={base ? valuesOf(base) : newValues(apps[0]?.cgi ?? '')}
      send={(values, against) => {
        const given = orderOf(values)
        const revision = against?.revision ?? row?.revision ?? 1
        if (row) return call(changePushTask, { body: { ...given, id: row.id, revision } }, quiet)
        return call(addPushTask, { body: { ...given, requestId: requestId(given) } }, quiet)
      }}
      submitText={row ? '保存' : '新建'}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(values) => (
        <div className="push-form-below">
          <Estimate
            cgi={values.cgi}
            servers={values.servers}
            segment={values.segment}
            schedule={isComplete(values) ? scheduleOf(values) : null}
          />
          <PhonePreview message={values} app={appOf(values.cgi)?.name ?? ''} />
        </div>
      )}
    </FormDialog>
  )
}

function orderOf({ cgi, segment, servers, title, body, action, uri, media, icon, ...when }: Values) {
  const message = { title, body, action, uri, media, icon }
  return { cgi, segment, servers: [...servers], ...message, schedule: scheduleOf(when) }
}

/** The same id for the same order: sent again after a lost answer, it is one task. */
function useRequestId(): (order: object) => string {
  const known = useRef({ order: '', id: '' })
  return (order) => {
    const text = JSON.stringify(order)
    if (known.current.order !== text) known.current = { order: text, id: randomId() }
    return known.current.id
  }
}

const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
