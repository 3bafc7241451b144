// Subscriptions as shown to their owners, their recipients and managers of users.

import type { SessionUser } from '#server/http/session.ts'
import { telling } from '#server/objects/telling.ts'
import type { Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { pages } from '#shared/pages.ts'
import { timingText } from '#shared/timing.ts'
import { readView } from '#features/statement/server/index.ts'
import type { QueryParameter, Recipient, Subscription } from '../contract.ts'
import {
  readContent,
  readTiming,
  type StoredRecipient,
  type StoredSubscription,
  subscriptions,
} from './objectKind.ts'
import { onlyText, readOnly } from './only.ts'
import { recipientsOf } from './recipients.ts'
import { nextMoments } from './scheduling.ts'
import { readParameters } from './subject.ts'

export async function shownSubscriptions(
  db: Db,
  caller: SessionUser,
  rows: readonly StoredSubscription[],
  { manages = false } = {},
): Promise<Subscription[]> {
  const ids = rows.map(({ id }) => id)
  const recipients = Map.groupBy(
    (await recipientsOf(db, ids)).filter(({ removed }) => removed === 0),
    ({ subscription_id }) => subscription_id,
  )
  const names = await namesFor(db, [...recipients.values()].flat())
  const told = await telling(db, subscriptions, caller, rows)
  const next = await nextMoments(db, ids)
  const subjects = await subjectsOf(db, rows)
  const queries = await queriesOf(db, rows)
  return rows.map((row) => {
    const own = row.owner_id === caller.id
    const timing = readTiming(row.timing)
    const all = (recipients.get(row.id) ?? []).map((one) => ({ userId: one.user_id, shown: names(one) }))
    const mine = all.find(({ userId }) => userId === caller.id)?.shown ?? null
    return {
      ...told(row),
      editable: own,
      own,
      name: row.name,
      pinyin: pinyinOf(row.name),
      viewId: row.view_id,
      reportId: row.report_id,
      // Values in conditions may belong to games that another reader does not have.
      info: own ? row.info : null,
      pivot: own ? row.pivot : null,
      queryId: own ? row.query_id : row.query_id && '',
      params: own ? readParameters(row.params) : {},
      parameters: own ? (queries.get(row.query_id ?? '')?.parameters ?? []) : [],
      only: own ? readOnly(row.only_when) : null,
      onlyText: onlyText(readOnly(row.only_when)),
      link: own ? row.link : linkFor(row),
      subject: queries.get(row.query_id ?? '')?.name ?? subjects.get(row.id) ?? '',
      timing,
      timingText: timingText(timing),
      content: readContent(row.content),
      note: row.note,
      paused:
        row.paused_by === null
          ? null
          : { by: row.paused_by, why: row.paused_why ?? '', at: row.paused_at ?? '' },
      nextAt: row.paused_by === null ? (next.get(row.id) ?? null) : null,
      last:
        row.last_at === null && row.last_state === null
          ? null
          : {
              at: row.last_at ?? row.modified_at,
              state: row.last_state ?? 'done',
              problem: own || manages ? row.last_problem : null,
            },
      recipients: own || manages ? all.map(({ shown }) => shown) : mine ? [mine] : [],
      mine,
    }
  })
}

/** For whoever receives it: a query is its owner's alone. */
const linkFor = ({ view_id }: StoredSubscription): string =>
  view_id === null ? pages.statementSubscriptions() : pages.statementDetail({ id: view_id })

/** Names and parameters of saved queries, including deleted ones. */
async function queriesOf(db: Db, rows: readonly StoredSubscription[]) {
  const ids = [...new Set(rows.flatMap(({ query_id }) => query_id ?? []))]
  const found = ids.length
    ? await db.selectFrom('saved_query').select(['id', 'name', 'params']).where('id', 'in', ids).execute()
    : []
  return new Map(
    found.map(({ id, name, params }) => {
      const all = JSON.parse(params) as QueryParameter[]
      return [id, { name, parameters: all.map((one) => ({ ...one, dictId: one.dictId ?? null })) }]
    }),
  )
}

async function namesFor(db: Db, rows: readonly StoredRecipient[]) {
  const userIds = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))]
  const receiverIds = [...new Set(rows.flatMap(({ receiver_id }) => receiver_id ?? []))]
  const users = userIds.length
    ? await db.selectFrom('user').select(['id', 'username', 'email']).where('id', 'in', userIds).execute()
    : []
  const receivers = receiverIds.length
    ? await db.selectFrom('receiver').select(['id', 'name']).where('id', 'in', receiverIds).execute()
    : []
  const userOf = new Map(users.map((user) => [user.id, user]))
  const receiverOf = new Map(receivers.map(({ id, name }) => [id, name]))
  return (row: StoredRecipient): Recipient => {
    const user = row.user_id === null ? undefined : userOf.get(row.user_id)
    const receiver = row.receiver_id === null ? undefined : receiverOf.get(row.receiver_id)
    return {
      id: row.id,
      kind: row.kind,
      name: user?.username ?? receiver ?? row.mail ?? '',
      email: user?.email ?? row.mail ?? '',
      receiverId: row.receiver_id,
      toInbox: row.to_inbox === 1,
      toMail: row.to_mail === 1,
      stoppedAt: row.stopped_at,
      problem: row.problem,
    }
  }
}

/** Names of views and reports, including deleted ones. */
async function subjectsOf(db: Db, rows: readonly StoredSubscription[]): Promise<Map<number, string>> {
  const views = new Map<number, string>()
  for (const id of new Set(rows.flatMap(({ view_id }) => view_id ?? [])))
    views.set(id, (await readView(db, id))?.name ?? '')
  const reportIds = [...new Set(rows.flatMap(({ report_id }) => report_id ?? []))]
  const reports = reportIds.length
    ? await db.selectFrom('report').select(['id', 'report_name']).where('id', 'in', reportIds).execute()
    : []
  const reportOf = new Map(reports.map(({ id, report_name }) => [id, report_name]))
  return new Map(
    rows.map(({ id, view_id, report_id, pivot }) => {
      const view = views.get(view_id ?? 0) ?? ''
      const named = report_id === null ? `${view}（整个视图）` : `${view} / ${reportOf.get(report_id) ?? ''}`
      return [id, pivot === null ? named : `${named}（透视）`]
    }),
  )
}
