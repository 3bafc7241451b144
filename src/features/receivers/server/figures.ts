// What /metrics tells of deliveries.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { WatchedFigure } from '#server/http/watchedFigure.ts'

const day = 24 * 3_600_000

export const deliveryFigure = ({ metadata: { db } }: Deps): WatchedFigure => ({
  name: 'analytics_deliveries',
  help: 'Deliveries of messages in the last 24 hours, by the kind of receiver and how they stand.',
  labelNames: ['kind', 'status'],
  read: async () => {
    const rows = await db
      .selectFrom('message')
      .innerJoin('delivery', 'delivery.message_id', 'message.id')
      .select(['delivery.kind', 'delivery.status', sql<number>`count(*)`.as('count')])
      .where('message.created_at', '>=', new Date(Date.now() - day).toISOString())
      .groupBy(['delivery.kind', 'delivery.status'])
      .execute()
    return rows.map(({ kind, status, count }) => ({ labels: { kind, status }, value: Number(count) }))
  },
})
