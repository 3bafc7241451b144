// How to send each call that writes an object. Ways common to all kinds are derived from the kinds; a new call is
// added here, with the kind that it writes or the reason why it writes none.
import type { Db } from '#server/objects/types.ts'
import { definitionWays } from './definitionWays.ts'
import { ask, type Question } from './scene.ts'
import { kindCases, type Thing } from './things.ts'
import type { Way } from './way.ts'

/** A proven company account waits for the user. */
async function claimUser(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('account_claim').where('user_id', '=', user_id).execute()
  const claim = { method: 'company', subject: `claim ${user_id}`, account: 'one', name: 'One', at: '' }
  await db
    .insertInto('account_claim')
    .values({ user_id, ...claim })
    .execute()
}

/** The user's account is the company's. */
async function outsideUser(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('outside_account').where('user_id', '=', user_id).execute()
  const account = { method: 'company', subject: `account ${user_id}`, account: 'one', name: 'One' }
  const state = { groups: '[]', checked_at: '', stopped_why: null, linked_by: null }
  await db
    .insertInto('outside_account')
    .values({ user_id, ...account, ...state })
    .execute()
}

const one = (
  call: string,
  kind: string,
  question: (thing: Thing) => Question,
  rest: Partial<Way> = {},
): Way => ({
  call,
  kind,
  send: (_, person, thing) => ask(person, call, question(thing)),
  ...rest,
})
const byId = ({ id }: Thing): Question => ({ params: { id }, body: {} })
const byIds = ({ id }: Thing): Question => ({ body: { ids: [id] } })
const inBody = ({ id }: Thing): Question => ({ body: { id } })
const restored = ({ id }: Thing): Question => ({ body: { id, restored: true } })

const saves = Object.entries(kindCases)
  .filter(([kind]) => kind !== 'pushTask')
  .map(([kind, { save, change, unrevised }]) =>
    one(save, kind, ({ id, body, revision }) => ({
      body: { ...body, ...change, id, ...(!unrevised && { revision }) },
    })),
  )

type Asked = readonly [call: string, question: (thing: Thing) => Question]
/** By kind: calls that delete an object, and calls that restore it. */
const gone: Record<string, { deletes: Asked[]; restores: Asked[] }> = {
  alarm: {
    deletes: [
      ['deleteAlarms', byIds],
      ['deleteAlarm', byId],
    ],
    restores: [['restoreAlarms', byIds]],
  },
  queryFolder: { deletes: [['deleteQueryFolder', inBody]], restores: [['restoreQueryFolder', inBody]] },
  savedQuery: { deletes: [['deleteView', byId]], restores: [['restoreView', byId]] },
  sqlSnippet: { deletes: [['deleteSnippets', byIds]], restores: [['restoreSnippets', byIds]] },
  customReport: {
    deletes: [['deleteCustomReport', byId]],
    restores: [['deleteCustomReport', ({ id }) => ({ params: { id }, body: { restored: true } })]],
  },
  dictionary: { deletes: [['deleteDict', byId]], restores: [['restoreDictionaries', byIds]] },
  gameFlowRecord: {
    deletes: [['deleteGameFlowRecord', byId]],
    restores: [['restoreGameFlowRecords', byIds]],
  },
  gameFlowRate: { deletes: [['deleteGameFlowRate', byId]], restores: [['restoreGameFlowRates', byIds]] },
  gameFlowShare: { deletes: [['deleteGameFlowShare', byId]], restores: [['restoreGameFlowShares', byIds]] },
  blackList: { deletes: [['deleteBlackEntry', byId]], restores: [['restoreBlackEntries', byIds]] },
  blackRule: {
    deletes: [['deleteBlackRule', byId]],
    restores: [['deleteBlackRule', ({ id }) => ({ params: { id }, body: { restored: true } })]],
  },
  whiteList: { deletes: [['deleteWhiteEntry', byId]], restores: [['restoreWhiteEntries', byIds]] },
  eventList: { deletes: [['deleteEvent', byId]], restores: [['restoreEvents', byIds]] },
  adAccount: { deletes: [['deleteAdAccount', byId]], restores: [['restoreAdAccounts', byIds]] },
  mfaAccount: { deletes: [['deleteMfaAccounts', byIds]], restores: [['restoreMfaAccounts', byIds]] },
  forecastScenario: { deletes: [['deleteScenario', byId]], restores: [['restoreScenario', byId]] },
  receiver: { deletes: [['deleteReceivers', byIds]], restores: [['restoreReceivers', byIds]] },
  segment: { deletes: [['deleteSegment', byId]], restores: [['restoreSegment', byId]] },
  dataCheck: { deletes: [['deleteChecks', byIds]], restores: [['restoreChecks', byIds]] },
  token: { deletes: [['revokeTokens', byIds]], restores: [['restoreTokens', byIds]] },
  webhook: { deletes: [['deleteWebhooks', byIds]], restores: [['restoreWebhooks', byIds]] },
  source: { deletes: [['deleteSources', byIds]], restores: [['restoreSources', byIds]] },
  user: {
    deletes: [['deleteUser', ({ body }) => ({ params: { email: body.email }, body: {} })]],
    restores: [['restoreUsers', byIds]],
  },
  role: {
    deletes: [['deleteRole', ({ body }) => ({ params: { name: body.name }, body: {} })]],
    restores: [['restoreRoles', byIds]],
  },
  subscription: { deletes: [['deleteSubscriptions', byIds]], restores: [['restoreSubscriptions', byIds]] },
  folder: { deletes: [['deleteViewType', byId]], restores: [['addOrUpdateViewType', restored]] },
  view: { deletes: [['deleteViewMeta', byId]], restores: [['addOrUpdateViewMeta', restored]] },
  report: {
    deletes: [
      [
        'delReportByViewMetaId',
        ({ id, body }) => ({ body: { viewMetaId: body.viewMetaId, reportIds: [id] } }),
      ],
    ],
    restores: [['addOrUpdateReportMeta', restored]],
  },
  calendarNote: {
    deletes: [['deleteCalendarNote', byId]],
    restores: [['deleteCalendarNote', ({ id }) => ({ params: { id }, body: { restored: true } })]],
  },
}

const comingAndGoing = Object.entries(gone).flatMap(([kind, { deletes, restores }]): Way[] => {
  const [[call, question]] = deletes as [Asked]
  const before: Way['before'] = ({ owner }, thing) => ask(owner, call, question(thing))
  return [
    ...deletes.map(([name, asked]) => one(name, kind, asked)),
    ...restores.map(([name, asked]) => one(name, kind, asked, { before })),
  ]
})

/** Restores the state after creation, following a change by the owner. */
const back = (call: string, kind: string, more: object = {}): Way => ({
  kind,
  call,
  before: ({ owner }, { id, body }) => {
    const { save, change } = kindCases[kind] ?? { save: '', change: {} }
    return ask(owner, save, { body: { ...body, ...change, id } })
  },
  send: (_, person, { id }) => ask(person, call, { body: { ...more, id, change: 0 } }),
})

const frozen: Way['before'] = ({ owner }, { id }) => ask(owner, 'freezeAlarms', { body: { ids: [id] } })

const window = {
  from: new Date(Date.now() - 60_000).toISOString(),
  until: new Date(Date.now() + 3_600_000).toISOString(),
  weekly: false,
  lastDay: null,
  reason: '停机维护',
  meanwhile: 'hold',
}
const muted: Way['before'] = ({ owner }, { id }) =>
  ask(owner, 'muteAlarms', { body: { ids: [id], ...window } })

export const ways: readonly Way[] = [
  ...saves,
  ...comingAndGoing,
  ...definitionWays,
  back('treeBack', 'folder', { kind: 'viewType' }),
  back('treeBack', 'view', { kind: 'viewMeta' }),
  back('treeBack', 'report', { kind: 'report' }),
  back('noteBack', 'calendarNote'),
  one('addOrUpdateReportRemark', 'report', ({ id }) => ({ body: { id, remark: '口径' } })),
  one('updateOrder', 'report', ({ id }) => ({ body: { kind: 'report', ids: [id] } }), { silent: true }),
  one('freezeAlarm', 'alarm', byId),
  one('freezeAlarms', 'alarm', byIds),
  one('unFreezeAlarm', 'alarm', byId, { before: frozen }),
  one('unFreezeAlarms', 'alarm', byIds, { before: frozen }),
  one('muteAlarms', 'alarm', ({ id }) => ({ body: { ids: [id], ...window } })),
  one('unmuteAlarms', 'alarm', byIds, { before: muted }),
  {
    kind: 'queryFolder',
    call: 'giveQueryFolder',
    send: ({ people }, person, { id }) =>
      ask(person, 'giveQueryFolder', { body: { id, userId: people.neither.id } }),
  },
  one('moveQueries', 'savedQuery', ({ id }) => ({ body: { ids: [id], folderId: null, folder: '别处' } })),
  {
    kind: 'customReport',
    call: 'shareCustomReport',
    // Nobody takes the right to edit from themselves.
    send: (_, person, { id }) =>
      ask(person, 'shareCustomReport', {
        body: { id, shared: false, grants: [{ kind: 'user', id: person.id, right: 'edit' }] },
      }),
  },
  one('shareView', 'savedQuery', ({ id }) => ({ params: { id }, body: { share: 'query' } })),
  one('addOrUpdateDictData', 'dictionary', ({ id }) => ({
    body: { dictId: id, dataId: -1, data: ['x', '甲'] },
  })),
  one('creatDictByBatchCode', 'dictionary', ({ id }) => ({ body: { dictId: id, lines: [['x', '甲']] } })),
  {
    kind: 'dictionary',
    call: 'deleteDictData',
    before: ({ owner }, { id }) =>
      ask(owner, 'addOrUpdateDictData', { body: { dictId: id, dataId: -1, data: ['x', '甲'] } }),
    send: async ({ office }, person, { id }) => {
      const { db } = office.deps.metadata
      const row = await db
        .selectFrom('dictionary_data')
        .select('id')
        .where('dict_id', '=', Number(id))
        .executeTakeFirstOrThrow()
      return ask(person, 'deleteDictData', { params: { dataId: row.id }, body: {} })
    },
  },
  one('saveBoard', 'view', ({ id }) => ({ body: { viewId: id, board: { tiles: [], bar: {} } } })),
  one('markView', 'view', ({ id }) => ({ body: { id, verifiedUntil: '2099-12-31' } })),
  one('markPoint', 'point', ({ id }) => ({ body: { id, verifiedUntil: '2099-12-31' } })),
  one('settleGameFlowRecord', 'gameFlowRecord', ({ id }) => ({
    params: { id },
    body: { reason: '时区', settled: true },
  })),
  one('changePushTask', 'pushTask', ({ id, body, revision }) => ({
    body: { ...body, ...kindCases.pushTask?.change, id, revision },
  })),
  one('stopPushTask', 'pushTask', inBody),
  one('computeSegment', 'segment', byId, { silent: true }),
  one('pauseCheck', 'dataCheck', ({ id }) => ({ params: { id }, body: { paused: true } })),
  one('runCheck', 'dataCheck', byId, { silent: true }),
  one('pauseSource', 'source', ({ id }) => ({ params: { id }, body: { paused: true } })),
  one('runSource', 'source', byId, { silent: true }),
  one('makePushToken', 'source', byId, { silent: true }),
  one('revokePushToken', 'source', byId, { silent: true }),
  one('cancelSourceRun', 'source', byId, { silent: true }),
  one('confirmSourceChange', 'source', ({ id }) => ({ params: { id }, body: { asks: 'none' } }), {
    silent: true,
    before: ({ office }, { id }) =>
      office.deps.metadata.db
        .updateTable('source_state')
        .set({ asks: 'none' })
        .where('source_id', '=', Number(id))
        .execute(),
  }),
  one('pauseWebhook', 'webhook', ({ id }) => ({ params: { id }, body: { paused: true } })),
  one('renewWebhookSecret', 'webhook', byId),
  one('endUserSessions', 'user', inBody, { silent: true }),
  one('makePasswordLink', 'user', inBody, { silent: true }),
  one('resetSecondStep', 'user', inBody, { silent: true }),
  one('linkOutside', 'user', inBody, {
    silent: true,
    before: ({ office }, { id }) => claimUser(office.deps.metadata.db, Number(id)),
  }),
  one('unlinkOutside', 'user', inBody, {
    silent: true,
    before: ({ office }, { id }) => outsideUser(office.deps.metadata.db, Number(id)),
  }),
  one('pauseSubscription', 'subscription', ({ id }) => ({ params: { id }, body: { paused: true } }), {
    silent: true,
  }),
  one('sendSubscription', 'subscription', byId, { silent: true }),
]

const runs = 'it runs with the rows of who asks for it, and keeps nothing but that'
const own = 'what it writes is its caller’s own, found by the caller'
const told = 'it tells, in a body because the question is long'
const files = 'it makes a file, and notes that in the audit'
const views = 'of a view: whoever may change it, tests/features/statement, embed'

/** Calls that write no object, each with the reason. */
export const writesNoObject: Readonly<Record<string, string>> = {
  acknowledgeAlarmFires: 'marks fires as seen, for those who see the alarm',
  releaseHold: 'publishes a load that was held back, for those who see all rows: tests/features/checks',
  discardHold: 'drops a load that was held back, for those who see all rows: tests/features/checks',
  pushRows: 'takes rows from whoever has the source’s token: tests/features/sources',
  testWebhook: 'sends a test, for those who may change the webhook: tests/features/webhooks',
  resendWebhookDelivery: 'sends again, for those who may change the webhook: tests/features/webhooks',
  testReceiver: 'sends a test, for those who may change the receiver: tests/features/receivers',
  runAlarmRule: 'tries the rule out and keeps nothing',
  saveCalendarYear: 'holidays of all, of no game',
  cancelQuery: own,
  columnStatistics: own,
  compareResults: own,
  createTmpTable: own,
  dropResult: own,
  dropTmpTable: own,
  explain: own,
  export: files,
  exportDataByAsync: files,
  exportDataByQueryMCQA: files,
  exportXlsx: files,
  importSnippets: own,
  keepResult: own,
  lightingSqlQuery: own,
  queryLight: own,
  query: own,
  resultChart: own,
  resultView: own,
  selectionStatistics: own,
  adoptFormula: views,
  applyProposal: 'its tables are refused as the form refuses them: tests/features/config/proposing',
  markPersonal: 'marks columns of the warehouse, which are no objects: tests/features/config/personal',
  erasePlayer: 'erases rows of the warehouse, which are no objects: tests/features/erasing',
  retryErasure: 'does an erasure again, which is no object: tests/features/erasing',
  liftKeptOut: 'takes an erased id off the list, which has no objects: tests/features/erasing',
  cleanPointTableCache: 'gives up kept answers, which are computed anew',
  exportCustomReport: files,
  runCustomReport: runs,
  addDemo: 'for those who see all rows alone: tests/features/demo',
  cancelDemo: 'for those who see all rows alone: tests/features/demo',
  removeDemo: 'for those who see all rows alone: tests/features/demo',
  exportDict: files,
  readDictionaryFile: told,
  refresh: 'gives up kept labels, which are read anew',
  renewEmbed: views,
  saveEmbed: views,
  closeGameFlowMonth: 'a month of a game, for those who have it: tests/features/gameflow',
  exportGameFlow: files,
  pasteGameFlowRates: 'many saves at once, each as one',
  pasteGameFlowRecords: 'many saves at once, each as one',
  reopenGameFlowMonth: 'a month of a game, for those who have it: tests/features/gameflow',
  saveGameFlowSource: 'for those who have all games: tests/features/gameflow',
  beginImport: own,
  cancelImport: own,
  keepPlayers: 'makes a new segment, which saveSegment does, too',
  keepAddress: 'a long address of one’s own page under a key of its own, which is no object',
  takeFormerBack:
    'exchanges two versions of the caller’s games alone: tests/server/warehouse/importing/replacing.test.ts',
  loadImport: 'rows of the importer’s games alone, of tables that hold no others: tests/features/imports',
  readImportFile: own,
  sendImportPart: own,
  tryImportColumn: own,
  deleteNotes: own,
  markAllNotes: own,
  markNotes: own,
  restoreNotes: own,
  clearOwnResults: own,
  clearReportCache: 'gives up kept answers, which are computed anew',
  saveSettings: 'settings of the installation, which have no owner: whoever manages rights changes them',
  clearReportSums: 'gives up kept sums, which are computed anew',
  cancelJob: 'of people who see no rows beside the manager’s: tests/features/jobs',
  pauseJobSchedule: 'of people who see no rows beside the manager’s: tests/features/jobs',
  retryJob: 'of people who see no rows beside the manager’s: tests/features/jobs',
  commitWhiteListDataToMaxCompute: 'publishes the list as it stands: tests/features/lists/publishing',
  exportWhiteListPreview: files,
  getAccountInfo: 'asks the platform, and notes when: tests/features/lists/accounts',
  pasteBlackEntries: 'many saves at once, each as one',
  pasteWhiteEntries: 'many saves at once, each as one',
  runBlackRule: runs,
  undoWhitePublication: 'publishes the list as it stood: tests/features/lists/publishing',
  exportLogs: files,
  handOver: 'by managers of both people, with all kinds: tests/features/management/handing',
  startSeeing: 'of its caller’s own session',
  exportForecast: files,
  exportRows: files,
  exportUnusual: files,
  approvePushTask: 'asks for the task as its change does: tests/features/push/tasks',
  deletePushBrowser: own,
  pushOne: 'sends in a game of the sender’s: tests/features/push/sending',
  resumePushTask: 'asks for the task as its stop does: tests/features/push/tasks',
  savePushBrowser: own,
  answerSecondStep: own,
  changeOwnPassword: own,
  confirmSecondStep: own,
  endSecondStep: own,
  openSecondStep: own,
  startSecondStep: own,
  beginProvider: own,
  finishProvider: own,
  leaveProvider: own,
  login: own,
  logout: own,
  setPassword: own,
  stopSharing: 'managers stop what anybody shares, and begin nothing',
  deleteRecord: own,
  exporeExcel: files,
  runInBackground: own,
  leaveSubscription: own,
  stopSubscription: 'managers stop what anybody sends, and begin nothing',
  trySubscription: own,
  unsubscribe: own,
  undoTagChange: 'tags of players of a game, for those who have it: tests/features/usertag',
  updateUserTag: 'tags of players of a game, for those who have it: tests/features/usertag',
}
