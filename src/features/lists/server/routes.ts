// The calls of the four lists.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { bringBackObjects, objectHistory, removeObjects } from '#server/objects/services.ts'
import * as calls from '../contract.ts'
import { DemoGateway } from './ad/demoGateway.ts'
import { handleRules } from './black/scheduling.ts'
import type { ListsDeps } from './deps.ts'
import type { EntryKindOf } from './entries.ts'
import { accounts, blackEntries, events, whiteEntries } from './objectKinds.ts'
import {
  followPublications,
  handlePublications,
  orderPublication,
  previewPublication,
  undoPublication,
} from './white/publishing.ts'

const pasting = () => import('./pasting.ts')
const options = () => import('./event/options.ts')
const eventWork = () => import('./event/events.ts')
const entries = () => import('./entries.ts')
const adAccounts = () => import('./ad/accounts.ts')
const masking = () => import('./masking.ts')
const finding = () => import('./black/finding.ts')
const rules = () => import('./black/rules.ts')

export function registerLists(app: FastifyInstance, given: Deps): void {
  const deps: ListsDeps = { ...given, jobs: app.jobs }
  handleRules(deps)
  handlePublications(deps)
  registerBlack(app, deps)
  registerWhite(app, deps)
  registerEvents(app, deps)
  registerAccounts(app, deps)
}

/** The calls shared by the black and the white list. */
function registerEntries(
  app: FastifyInstance,
  deps: ListsDeps,
  kind: EntryKindOf,
  own: calls.EntryCalls,
): void {
  registerCall(app, own.list, async ({ query }, { user }) =>
    (await entries()).listEntries(deps, kind, user, query),
  )
  registerCall(app, own.save, async ({ body }, { user }) =>
    (await entries()).saveEntry(deps, kind, user, body),
  )
  registerCall(app, own.paste, async ({ body }, { user }) =>
    (await pasting()).pasteEntries(deps, kind, user, body),
  )
  registerCall(app, own.remove, ({ params }, { user }) => removeObjects(deps, kind, user, [params.id]))
  registerCall(app, own.restore, ({ body }, { user }) => bringBackObjects(deps, kind, user, body.ids))
  registerCall(app, own.history, async ({ params }, { user }) =>
    (await entries()).entryHistory(deps, kind, user, params.id),
  )
}

function registerBlack(app: FastifyInstance, deps: ListsDeps): void {
  registerEntries(app, deps, blackEntries, calls.blackEntryCalls)
  registerCall(app, calls.listBlackRules, async (_, { user }) => (await rules()).listRules(deps, user))
  registerCall(app, calls.saveBlackRule, async ({ body }, { user }) =>
    (await rules()).saveRule(deps, user, body),
  )
  registerCall(app, calls.deleteBlackRule, async ({ params, body }, { user }) =>
    (await rules()).deleteRule(deps, user, params.id, body.restored === true),
  )
  registerCall(app, calls.previewBlackRule, async ({ body }, { user, signal }) =>
    (await finding()).previewRule(deps, user, body, signal),
  )
  registerCall(app, calls.runBlackRule, async ({ params }, { user, signal }) =>
    (await finding()).runRule(deps, user, params.id, signal),
  )
}

function registerWhite(app: FastifyInstance, deps: ListsDeps): void {
  registerEntries(app, deps, whiteEntries, calls.whiteEntryCalls)
  registerCall(app, calls.previewWhiteList, async (_, { user, signal }) => {
    const { difference: _whole, ...preview } = await previewPublication(deps, user, signal)
    const { shown } = await (await masking()).masksFor(deps, user)
    return { ...preview, rows: preview.rows.map((row) => ({ ...row, value: shown(row.kind, row.value) })) }
  })
  registerCall(app, calls.exportWhiteListPreview, async (_, { user, signal }) =>
    (await import('./white/exporting.ts')).exportPreview(deps, user, signal),
  )
  registerCall(app, calls.commitWhiteListDataToMaxCompute, ({ body }, { user }) =>
    orderPublication(deps, user, body.digest),
  )
  registerCall(app, calls.listWhitePublications, (_, { user }) => followPublications(deps, user))
  registerCall(app, calls.undoWhitePublication, ({ params }, { user }) =>
    undoPublication(deps, user, params.id),
  )
}

function registerEvents(app: FastifyInstance, deps: ListsDeps): void {
  registerCall(app, calls.listEvents, async (_, { user }) => (await eventWork()).listEvents(deps, user))
  registerCall(app, calls.listEventOptions, async (_, { user, signal }) =>
    (await options()).eventOptions(deps, user, signal),
  )
  registerCall(app, calls.addOrUpdateEvList, async ({ body }, { user }) =>
    (await eventWork()).saveEvent(deps, user, body),
  )
  registerCall(app, calls.deleteEvent, async ({ params }, { user }) =>
    (await eventWork()).deleteEvent(deps, user, params.id),
  )
  registerCall(app, calls.restoreEvents, ({ body }, { user }) =>
    bringBackObjects(deps, events, user, body.ids),
  )
  registerCall(app, calls.eventUses, async ({ params }, { user }) =>
    (await eventWork()).usesOf(deps, user, params.id),
  )
  registerCall(app, calls.eventHistory, ({ params }, { user }) =>
    objectHistory(deps, events, user, params.id),
  )
}

function registerAccounts(app: FastifyInstance, deps: ListsDeps): void {
  const demo = new DemoGateway()
  app.addHook('onClose', () => demo.stop())
  registerCall(app, calls.getAdAccount, async (_, { user }) => (await adAccounts()).listAccounts(deps, user))
  registerCall(app, calls.addOrUpdateAdAccount, async ({ body }, { user }) =>
    (await adAccounts()).saveAccount(deps, user, body),
  )
  registerCall(app, calls.deleteAdAccount, ({ params }, { user }) =>
    removeObjects(deps, accounts, user, [params.id]),
  )
  registerCall(app, calls.restoreAdAccounts, ({ body }, { user }) =>
    bringBackObjects(deps, accounts, user, body.ids),
  )
  registerCall(app, calls.getAccountInfo, async ({ query }, { user, signal }) =>
    (await adAccounts()).checkAccount(deps, demo, user, query.id, signal),
  )
  registerCall(app, calls.adAccountHistory, ({ params }, { user }) =>
    objectHistory(deps, accounts, user, params.id),
  )
}
