// The calls of embeds.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { jsonText } from '#server/http/reply.ts'
import { Rate } from '#server/limits/rate.ts'
import { Turns } from '#server/limits/turns.ts'
import { ReadNotes } from '#server/sharing.ts'
import * as calls from '../contract.ts'
import { noteReading } from './repo.ts'

// Code not needed at the start is loaded on first use.
const reading = () => import('./reading.ts')
const owning = () => import('./owning.ts')

const mostAnAddress = 600
const mostAnEmbed = 1_200

export function registerEmbed(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.readEmbed, async ({ params }, { user }) =>
    (await owning()).readEmbed(deps, user, params.viewId),
  )
  registerCall(app, calls.saveEmbed, async ({ body }, { user }) =>
    (await owning()).saveEmbed(deps, user, body),
  )
  registerCall(app, calls.renewEmbed, async ({ params }, { user }) =>
    (await owning()).renewEmbed(deps, user, params.viewId),
  )

  const aMinute = { windowMs: 60_000, refusal: 'embed_throttled' } as const
  const byAddress = new Rate({ ...aMinute, most: mostAnAddress })
  const byEmbed = new Rate({ ...aMinute, most: mostAnEmbed })
  // Few enough that users with a session notice nothing.
  const turns = new Turns({ atOnce: 2, waiting: 100 })
  // Checked before the id is looked up, so that a refusal reveals nothing about the id.
  const admit = (address: string, id: string) => {
    byAddress.take(address)
    byEmbed.take(id)
  }
  const notes = new ReadNotes(deps.log, (id, at) => noteReading(deps.metadata.db, id, at))
  registerCall(app, calls.openEmbed, async ({ params }, { address }) => {
    admit(address, params.id)
    const view = await (await reading()).readEmbeddedView(deps, params.id)
    notes.note(params.id)
    return view
  })
  registerCall(app, calls.readEmbedReport, async ({ params, query }, { address, signal }) => {
    admit(address, params.id)
    const figures = await turns.take(
      signal,
      async () => (await reading()).readEmbeddedFigures(deps, { ...params, ...query }, signal),
      { key: params.id },
    )
    notes.note(params.id)
    return jsonText(figures)
  })
}
