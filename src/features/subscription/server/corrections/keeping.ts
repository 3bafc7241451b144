// What each recipient was last told of each span of days.
import type { Db } from '#server/objects/types.ts'
import type { ToldReport } from './figures.ts'
import type { ToldQuery } from './queryFigures.ts'

export type Told = ToldReport | ToldQuery

const keptDays = 35

interface ToldSpan {
  from: string
  to: string
  at: string
  reports: Told[]
}

export async function keepTold(
  db: Db,
  subscription: number,
  recipient: number,
  reports: readonly Told[],
): Promise<void> {
  const at = new Date().toISOString()
  const spans = [...Map.groupBy(reports, ({ range }) => `${range.from} ${range.to}`)]
  const rows = spans.map(([span, own]) => {
    const [from_day = '', to_day = ''] = span.split(' ')
    const of = { subscription_id: subscription, recipient_id: recipient }
    return { ...of, from_day, to_day, at, figures: JSON.stringify(own) }
  })
  if (rows.length > 0)
    await db
      .insertInto('subscription_told')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['subscription_id', 'recipient_id', 'from_day', 'to_day'])
          .doUpdateSet(({ ref }) => ({ at, figures: ref('excluded.figures') })),
      )
      .execute()
  const old = new Date(Date.now() - keptDays * 86_400_000).toISOString()
  await db.deleteFrom('subscription_told').where('at', '<', old).execute()
}

export async function toldSpans(db: Db, subscription: number, recipient: number): Promise<ToldSpan[]> {
  const rows = await db
    .selectFrom('subscription_told')
    .selectAll()
    .where('subscription_id', '=', subscription)
    .where('recipient_id', '=', recipient)
    .orderBy('from_day')
    .execute()
  return rows.map(({ from_day: from, to_day: to, at, figures }) => ({
    from,
    to,
    at,
    reports: JSON.parse(figures) as Told[],
  }))
}
