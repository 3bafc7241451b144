// The form of a push task: message, audience, schedule; with estimate and preview.
import { type ReactNode, useRef, useState } from 'react'
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { ListFormProps } from '#web/list/types.ts'
import { addPushTask, changePushTask, type PushMessage, type PushTask } from '#features/push/contract.ts'
import { messageFields } from '../messageFields.ts'
import { appOf, useReferenceData } from '../referenceData.ts'
import { PhonePreview } from '../test/PhonePreview.tsx'
import { segmentChoices, segmentProblem } from './aiming.ts'
import { Estimate } from './Estimate.tsx'
import { type Aim, askEstimate, useEstimate } from './estimating.ts'
import { SendQuestion } from './SendQuestion.tsx'
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
  segment: '',
  servers: [],
  title: '',
  body: '',
  action: '',
  uri: '',
  media: '',
  icon: '',
  ...whenOf(null),
})

/** A copy's moment has passed with the task it was copied from; what repeats goes on meaning the same. */
const copiedValues = (task: PushTask): Values => ({
  ...valuesOf(task),
  ...(!('until' in task.schedule) && whenOf(null)),
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
  const { question, ask } = useQuestion(base)
  const form = (
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
          required: true,
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
          label: '发送时间',
          kind: 'select',
          half: true,
          required: true,
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
      initial={row ? valuesOf(row) : like ? copiedValues(like) : newValues(apps[0]?.cgi ?? '')}
      send={async (values, against) => {
        if (!(await ask(values))) return null
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
      {(values) => <Below values={values} />}
    </FormDialog>
  )
  return (
    <>
      {form}
      {question}
    </>
  )
}

const aimOf = (values: Values): Aim => ({
  cgi: values.cgi,
  servers: values.servers,
  segment: values.segment,
  schedule: isComplete(values) ? scheduleOf(values) : null,
})

/** The estimate, and the phone at the moment when the message arrives. */
function Below({ values }: { values: Values }) {
  const estimated = useEstimate(aimOf(values))
  return (
    <div className="push-form-below">
      <Estimate cgi={values.cgi} segment={values.segment} {...estimated} />
      <PhonePreview message={values} app={appOf(values.cgi)?.name ?? ''} time={estimated.estimate?.next[0]} />
    </div>
  )
}

/** Nothing is kept before a person has seen to how many people it goes. */
function useQuestion(base: PushTask | undefined) {
  const [question, setQuestion] = useState<ReactNode>(null)
  const ask = async (values: Values): Promise<boolean> => {
    const estimate = await askEstimate(aimOf(values))
    // The server refuses such a schedule, and its words belong to the form.
    if (estimate.problem !== '') return true
    const segment = useReferenceData.getState().segments.find(({ key }) => key === values.segment)
    return new Promise((resolve) => {
      const answer = (isSure: boolean) => {
        setQuestion(null)
        resolve(isSure)
      }
      setQuestion(
        <SendQuestion
          estimate={estimate}
          app={appOf(values.cgi)?.name ?? values.cgi}
          segment={segment?.title ?? base?.segmentTitle ?? ''}
          title={values.title.trim()}
          isNow={values.when === 'now'}
          answer={answer}
        />,
      )
    })
  }
  return { question, ask }
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
