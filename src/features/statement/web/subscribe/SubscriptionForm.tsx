// The form of a subscription: content, timing and recipients, with a preview.

import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { type Subscription, saveSubscription } from '#features/subscription/contract.ts'
import { Moments } from './Moments.tsx'
import { PreviewPart } from './PreviewPart.tsx'
import {
  changeOf,
  fieldsFor,
  newValues,
  questionOf,
  type Subject,
  timingOf,
  type Values,
  valuesOf,
} from './values.ts'
import './subscribe.css'

interface Props {
  subject: Subject
  /** Null for a new subscription. */
  row: Subscription | null
  /** For a new subscription. */
  name?: string
  /** The subscription that a new one is copied from. */
  like?: Subscription
  onClose: () => void
  onSaved: (row: Subscription) => void
}

const placeOf = ({ viewId, reportId, queryId }: Subject): string => queryId ?? `${viewId}:${reportId ?? ''}`

export function SubscriptionForm({ subject, row, name = '', like, onClose, onSaved }: Props) {
  const copied = like && { ...valuesOf(like), name: `${like.name} 副本` }
  return (
    <FormDialog<Values, Subscription>
      name={row ? `subscription:${row.id}` : `subscription:new:${placeOf(subject)}`}
      title={row ? `编辑订阅：${row.name}` : subject.queryId === null ? '订阅' : '定时发送'}
      className="subscribe-dialog"
      fields={fieldsFor(subject)}
      initial={row ? valuesOf(row) : (copied ?? newValues(name, subject))}
      lead={<p className="subscribe-subject">{subject.text}</p>}
      send={(values, against) =>
        call(
          saveSubscription,
          {
            body: {
              ...changeOf(values, subject),
              ...(row && { id: row.id, revision: against?.revision ?? row.revision }),
            },
          },
          { quiet: true, loading: null },
        )
      }
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(values) => (
        <>
          <Moments timing={timingOf(values)} />
          <PreviewPart question={questionOf(values, subject)} toMail={values.toMail} />
        </>
      )}
    </FormDialog>
  )
}
