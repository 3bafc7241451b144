// The calls of the four lists.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../server/deps.ts'
import { registerCall } from '../../../server/http/registerCall.ts'
import * as calls from '../contract.ts'
import {
  accountHistory,
  checkAccount,
  deleteAccount,
  listAccounts,
  restoreAccounts,
  saveAccount,
} from './ad/accounts.ts'
import { DemoGateway } from './ad/demoGateway.ts'
import { previewRule, runRule } from './black/finding.ts'
import { deleteRule, listRules, saveRule } from './black/rules.ts'
import { handleRules } from './black/scheduling.ts'
import type { ListsDeps } from './deps.ts'
import { deleteEntries, entryHistory, listEntries, restoreEntries, saveEntry } from './entries.ts'
import { deleteEvent, eventHistory, listEvents, restoreEvents, saveEvent, usesOf } from './event/events.ts'
import { eventOptions } from './event/options.ts'
import { blackEntries, whiteEntries } from './kinds.ts'
import { pasteEntries } from './pasting.ts'
import { exportPreview } from './white/exporting.ts'
import {
  followPublications,
  handlePublications,
  orderPublication,
  previewPublication,
  undoPublication,
} from './white/publishing.ts'

export function registerLists(app: FastifyInstance, given: Deps): void {
  const deps: ListsDeps = { ...given, jobs: app.jobs }
  handleRules(deps)
  handlePublications(deps)
  registerBlack(app, deps)
  registerWhite(app, deps)
  registerEvents(app, deps)
  registerAccounts(app, deps)
}

function registerBlack(app: FastifyInstance, deps: ListsDeps): void {
  const kind = blackEntries
  registerCall(app, calls.listBlackEntries, ({ query }, { user }) => listEntries(deps, kind, user, query))
  registerCall(app, calls.saveBlackEntry, ({ body }, { user }) => saveEntry(deps, kind, user, body))
  registerCall(app, calls.pasteBlackEntries, ({ body }, { user }) => pasteEntries(deps, kind, user, body))
  registerCall(app, calls.deleteBlackEntry, ({ params }, { user }) =>
    deleteEntries(deps, kind, user, [params.id]),
  )
  registerCall(app, calls.restoreBlackEntries, ({ body }, { user }) =>
    restoreEntries(deps, kind, user, body.ids),
  )
  registerCall(app, calls.blackEntryHistory, ({ params }, { user }) =>
    entryHistory(deps, kind, user, params.id),
  )
  registerCall(app, calls.listBlackRules, (_, { user }) => listRules(deps, user))
  registerCall(app, calls.saveBlackRule, ({ body }, { user }) => saveRule(deps, user, body))
  registerCall(app, calls.deleteBlackRule, ({ params, body }, { user }) =>
    deleteRule(deps, user, params.id, body.restored === true),
  )
  registerCall(app, calls.previewBlackRule, ({ body }, { user, signal }) =>
    previewRule(deps, user, body, signal),
  )
  registerCall(app, calls.runBlackRule, ({ params }, { user, signal }) =>
    runRule(deps, user, params.id, signal),
  )
}

function registerWhite(app: FastifyInstance, deps: ListsDeps): void {
  const kind = whiteEntries
  registerCall(app, calls.listWhiteEntries, ({ query }, { user }) => listEntries(deps, kind, user, query))
  registerCall(app, calls.addOrUpdateWhiteList, ({ body }, { user }) => saveEntry(deps, kind, user, body))
  registerCall(app, calls.pasteWhiteEntries, ({ body }, { user }) => pasteEntries(deps, kind, user, body))
  registerCall(app, calls.deleteWhiteEntry, ({ params }, { user }) =>
    deleteEntries(deps, kind, user, [params.id]),
  )
  registerCall(app, calls.restoreWhiteEntries, ({ body }, { user }) =>
    restoreEntries(deps, kind, user, body.ids),
  )
  registerCall(app, calls.whiteEntryHistory, ({ params }, { user }) =>
    entryHistory(deps, kind, user, params.id),
  )
  registerCall(app, calls.previewWhiteList, async (_, { user, signal }) => {
    const { difference: _whole, ...preview } = await previewPublication(deps, user, signal)
    return preview
  })
  registerCall(app, calls.exportWhiteListPreview, (_, { user, signal }) => exportPreview(deps, user, signal))
  registerCall(app, calls.commitWhiteListDataToMaxCompute, ({ body }, { user }) =>
    orderPublication(deps, user, body.digest),
  )
  registerCall(app, calls.listWhitePublications, (_, { user }) => followPublications(deps, user))
  registerCall(app, calls.undoWhitePublication, ({ params }, { user }) =>
    undoPublication(deps, user, params.id),
  )
}

function registerEvents(app: FastifyInstance, deps: ListsDeps): void {
  registerCall(app, calls.listEvents, (_, { user }) => listEvents(deps, user))
  registerCall(app, calls.listEventOptions, (_, { user, signal }) => eventOptions(deps, user, signal))
  registerCall(app, calls.addOrUpdateEvList, ({ body }, { user }) => saveEvent(deps, user, body))
  registerCall(app, calls.deleteEvent, ({ params }, { user }) => deleteEvent(deps, user, params.id))
  registerCall(app, calls.restoreEvents, ({ body }, { user }) => restoreEvents(deps, user, body.ids))
  registerCall(app, calls.eventUses, ({ params }, { user }) => usesOf(deps, user, params.id))
  registerCall(app, calls.eventHistory, ({ params }, { user }) => eventHistory(deps, user, params.id))
}

function registerAccounts(app: FastifyInstance, deps: ListsDeps): void {
  const demo = new DemoGateway()
  app.addHook('onClose', () => demo.stop())
  registerCall(app, calls.getAdAccount, (_, { user }) => listAccounts(deps, user))
  registerCall(app, calls.addOrUpdateAdAccount, ({ body }, { user }) => saveAccount(deps, user, body))
  registerCall(app, calls.deleteAdAccount, ({ params }, { user }) => deleteAccount(deps, user, params.id))
  registerCall(app, calls.restoreAdAccounts, ({ body }, { user }) => restoreAccounts(deps, user, body.ids))
  registerCall(app, calls.getAccountInfo, ({ query }, { user, signal }) =>
    checkAccount(deps, demo, user, query.id, signal),
  )
  registerCall(app, calls.adAccountHistory, ({ params }, { user }) => accountHistory(deps, user, params.id))
}
