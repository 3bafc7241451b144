// Writes a delivery's result in the transaction that writes its job's state.
import type { JobRun } from '#server/jobs/declare.ts'
import type { Db } from '#server/objects/types.ts'
import { tellOwner } from './failing.ts'

export async function noteState(db: Db, run: JobRun): Promise<void> {
  const { delivery: id } = run.payload as { delivery: string }
  const state = stateOf(run)
  if (!state) return
  await db
    .updateTable('delivery')
    .set({ ...state, tries: run.attempt })
    .where('id', '=', id)
    .execute()
  if (state.status === 'failed') await tellFailure(db, id)
}

function stateOf({ status, problem, result, endedAt }: JobRun) {
  const said = problem?.message ?? null
  switch (status) {
    case 'queued':
      return { status: 'waiting' as const, problem: said, ended_at: null }
    case 'done':
      return { status: 'sent' as const, problem: noteOf(result), ended_at: endedAt }
    case 'failed':
    case 'canceled':
      return { status: 'failed' as const, problem: said, ended_at: endedAt }
    case 'unknown':
      return { status: 'unknown' as const, problem: said, ended_at: endedAt }
    default:
      return null
  }
}

const noteOf = (result: unknown): string | null => (result as { note?: string } | null)?.note ?? null

async function tellFailure(db: Db, id: string): Promise<void> {
  const found = await db
    .selectFrom('delivery')
    .innerJoin('message', 'message.id', 'delivery.message_id')
    .select(['delivery.title', 'delivery.problem', 'message.body', 'message.owner_id'])
    .select(['message.source_kind', 'message.source_id', 'message.source_title'])
    .where('delivery.id', '=', id)
    .executeTakeFirst()
  if (!found) return
  const { title } = JSON.parse(found.body) as { title: string }
  const source = { kind: found.source_kind, id: found.source_id, title: found.source_title }
  const delivery = { id, title: found.title, problem: found.problem ?? '' }
  await tellOwner(db, delivery, { ownerId: found.owner_id, title, source })
}
