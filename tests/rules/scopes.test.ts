// Tables declare who sees a row and whether it is deleted, and `server/scopes` applies it. No other code names the
// column of deletions, and code that reads tables with limited visibility names a reader or is listed with its
// reason.
import { describe, expect, it } from 'vitest'
import type { Table } from '#server/metadata/table.ts'
import { owner } from '#server/scopes/seen.ts'
import { tables } from '../../src/main-tables.ts'
import { namesLife, type Scoped, unaskedReads } from './guards/scopes.ts'
import { sourcesIn } from './guards/sources.ts'

const isScoped = (table: Table): table is Table & Scoped => table.seen !== undefined
const scoped = tables.filter(isScoped)

const runner = 'work of the product itself, with the rights of the owner, which are asked where it runs'
const erased = 'goes whoever made it, because a player’s data is erased'
const sweeping = 'looks after rows and files of everybody, and tells nobody of them'
const held = 'of what the caller was asked for before, by its id'
const marked = 'each row is told, or only counted, as its scope says in memory'
const names = 'names alone of what is shown already, for who sees what names them'
const alone = 'looks for another of the same kind, of a game that was asked for'
const byRight = 'the library’s rights, which are JSON of the folders, are asked in memory'
const byHand = 'asked of the row in memory, where one that is deleted answers by itself'

/** Files below `src`, each with a reason and the tables it reads without a reader. */
const unasked: Readonly<Record<string, readonly [reason: string, ...tables: string[]]>> = {
  'features/alarm/server/checking/pass.ts': [runner, 'alarm'],
  'features/alarm/server/telling/corrected.ts': [runner, 'alarm', 'alarm_fire'],
  'features/alarm/server/checking/fires.ts': [runner, 'alarm_fire'],
  'features/alarm/server/checking/recording.ts': [runner, 'alarm'],
  'features/alarm/server/checking/recovery.ts': [runner, 'alarm_fire'],
  'features/alarm/server/checking/states.ts': [runner, 'alarm_fire'],
  'features/alarm/server/fires/detail.ts': [
    'whose messages a fire that is seen was told with, and what its alarm watches',
    'alarm',
    'alarm_fire',
  ],
  'features/alarm/server/fires/list.ts': ['whether the alarm of a fire that is seen still lives', 'alarm'],
  'features/alarm/server/keeping/clean.ts': [marked, 'receiver'],
  'features/alarm/server/keeping/list.ts': ['counts of alarms that are seen', 'alarm_fire'],
  'features/alarm/server/keeping/receivers.ts': ['the receivers’ page tells or counts by games', 'alarm'],
  'features/alarm/server/queries/history.ts': [runner, 'alarm_query_run'],
  'features/alarm/server/queries/running.ts': [runner, 'alarm'],
  'features/alarm/server/queries/uses.ts': [
    'told by games in memory, to who may delete what they use',
    'alarm',
  ],
  'features/alarm/server/telling/muted.ts': [runner, 'alarm', 'alarm_fire'],
  'features/alarm/server/telling/tell.ts': [runner, 'alarm', 'alarm_fire'],
  'features/calendar/server/notes.ts': [byHand, 'calendar_note'],
  'features/code/server/exports/background.ts': [held, 'sql_run'],
  'features/code/server/library/folders.ts': ['how many a folder of the caller’s holds', 'saved_query'],
  'features/code/server/runs/answers.ts': [byRight, 'saved_query'],
  'features/code/server/runs/erasing.ts': [erased, 'sql_run', 'temporary_table'],
  'features/code/server/runs/expiry.ts': [sweeping, 'sql_run'],
  'features/code/server/runs/history.ts': [held, 'sql_run'],
  'features/code/server/runs/queued.ts': [sweeping, 'sql_run'],
  'features/code/server/runs/recovery.ts': [sweeping, 'sql_run'],
  'features/code/server/saved/repo.ts': [byRight, 'saved_query'],
  'features/code/server/saved/sending.ts': [byRight, 'saved_query'],
  'features/code/server/saved/uses.ts': [byRight, 'saved_query'],
  'features/code/server/temporary/repo.ts': [byHand, 'temporary_table'],
  'features/code/server/temporary/service.ts': [sweeping, 'temporary_table'],
  'features/config/server/propose.ts': [
    'where an import puts its view, and how the view is called',
    'view_meta',
    'view_type',
  ],
  'features/config/server/proposing/breaking.ts': [marked, 'alarm', 'subscription'],
  'features/config/server/proposing/brokenQueries.ts': [
    marked,
    'custom_report',
    'saved_query',
    'temporary_table',
  ],
  'features/config/server/replacing/replace.ts': [marked, 'view_meta'],
  'features/config/server/repo.ts': [
    'which segments are computed, for the model that is everybody’s',
    'segment',
  ],
  'features/config/server/using/alarms.ts': [marked, 'alarm'],
  'features/config/server/using/counts.ts': ['counts alone', 'view_meta'],
  'features/config/server/using/people.ts': [
    'each is told of their own things alone',
    'alarm',
    'subscription',
    'view_meta',
  ],
  'features/config/server/using/pushes.ts': [marked, 'push_task'],
  'features/config/server/using/reports.ts': [marked, 'view_meta'],
  'features/config/server/using/uses.ts': [marked, 'black_rule', 'saved_query'],
  'features/custom/server/repo.ts': [byHand, 'custom_report'],
  'features/definitions/server/house.ts': [marked, 'view_meta', 'view_type'],
  'features/demo/server/naming.ts': [
    marked,
    'alarm',
    'black_rule',
    'custom_report',
    'saved_query',
    'view_meta',
  ],
  'features/dictionary/server/uses.ts': [marked, 'custom_report', 'saved_query'],
  'features/gameflow/server/figures/pricing.ts': [
    'shares that price figures of games that are seen',
    'flow_share',
  ],
  'features/gameflow/server/months/closing.ts': [alone, 'flow_month'],
  'features/gameflow/server/months/locking.ts': [alone, 'flow_month'],
  'features/gameflow/server/rates/shares.ts': [alone, 'flow_share'],
  'features/gameflow/server/records/pasting.ts': [alone, 'flow_record'],
  'features/lists/server/black/finding.ts': [runner, 'black_entry'],
  'features/lists/server/entries.ts': [names, 'black_rule'],
  'features/lists/server/event/options.ts': [marked, 'event_definition'],
  'features/lists/server/event/uses.ts': [marked, 'saved_query'],
  'features/lists/server/white/content.ts': [
    'a stamp of the whole list, which tells whether it changed',
    'white_entry',
  ],
  'features/lists/server/white/publishing.ts': [held, 'white_publication'],
  'features/lists/server/white/records.ts': [byHand, 'white_publication'],
  'features/push/server/overdue.ts': [sweeping, 'push_task'],
  'features/push/server/running/begin.ts': [runner, 'push_task'],
  'features/push/server/running/ending.ts': [runner, 'push_task'],
  'features/push/server/running/send.ts': [runner, 'push_task'],
  'features/push/server/showing.ts': [held, 'push_task'],
  'features/push/server/tasks.ts': ['the caller’s own order that was sent again', 'push_task'],
  'features/receivers/server/delivering.ts': [runner, 'receiver'],
  'features/receivers/server/sending.ts': [runner, 'receiver'],
  'features/webhooks/server/sending.ts': [runner, 'webhook'],
  'features/webhooks/server/telling.ts': [runner, 'webhook'],
  'features/webhooks/server/watching.ts': [runner, 'webhook'],
  'features/segment/server/audiences.ts': [byHand, 'segment'],
  'features/segment/server/computing/computing.ts': [runner, 'segment'],
  'features/segment/server/computing/watching.ts': [runner, 'segment'],
  'features/segment/server/routes.ts': [runner, 'segment'],
  'features/sources/server/keepers.ts': ['who looks after tables that the reader may ask for', 'source'],
  'features/sources/server/push/taking.ts': ['asked by whoever has its token, which it checks', 'source'],
  'features/sources/server/running.ts': [runner, 'source'],
  'features/checks/server/holding/guarding.ts': [runner, 'data_check'],
  'features/checks/server/marks.ts': [
    'marks of tables of points that the reader may ask for; figures for who sees all rows',
    'data_check',
  ],
  'features/checks/server/running.ts': [runner, 'data_check'],
  'features/sources/server/shown.ts': [
    'names of sources on one table, for those who see all sources',
    'source',
  ],
  'features/custom/server/sharing.ts': [
    'which of these ids are closed to the reader, asked of the rows in memory',
    'custom_report',
  ],
  'features/inbox/server/closed.ts': [
    'links of the reader’s own notes, to find those that are closed',
    'inbox_note',
  ],
  'features/erasing/server/lists.ts': [erased, 'black_entry', 'white_entry', 'white_publication'],
  'features/statement/server/background/dropping.ts': [erased, 'background_report'],
  'features/statement/server/background/repo.ts': [byHand, 'background_report'],
  'features/statement/server/handing.ts': [
    'what folders hand down to everything in them',
    'view_meta',
    'view_type',
  ],
  'features/statement/server/objectKinds.ts': [
    'names for the history; of one that is not open to all none',
    'view_meta',
    'view_type',
  ],
  'features/statement/server/standing.ts': ['each is told of their own things alone', 'subscription'],
  'features/statement/server/repo.ts': [
    'read by one statement for all, and asked in memory',
    'view_meta',
    'view_type',
  ],
  'features/subscription/server/corrections/finding.ts': [runner, 'subscription'],
  'features/subscription/server/queryUses.ts': [
    'named to who may delete the query they send',
    'subscription',
  ],
  'features/subscription/server/leaving.ts': ['by the signed address of whoever gets it', 'subscription'],
  'features/subscription/server/receiverUses.ts': [
    'the receivers’ page tells or counts by games',
    'subscription',
  ],
  'features/subscription/server/sending.ts': [runner, 'receiver', 'subscription'],
  'features/subscription/server/service.ts': ['also of whom the caller manages or gets one', 'subscription'],
  'features/subscription/server/telling.ts': [names, 'receiver', 'saved_query'],
  'features/subscription/server/watching.ts': [runner, 'subscription'],
  'features/usertag/server/looking.ts': [
    'of the caller, or of games that are the caller’s',
    'user_tag',
    'user_tag_look',
  ],
  'features/usertag/server/ownTags.ts': ['of a player whose game was asked for', 'user_tag'],
  'features/usertag/server/updating.ts': ['of a player whose game was asked for', 'user_tag_change'],
  'server/queryRights.ts': [byRight, 'query_folder'],
}

const sources = sourcesIn('src').map(({ path, text }) => ({ path: path.slice('src/'.length), text }))
const isMigration = (path: string) => /\/migrations\/|\/adopting\.ts$/.test(path)
const isDeclaration = (path: string) => /\/tables\.ts$/.test(path)

describe('statements', () => {
  const reads = new Map(
    sources
      // Excluded: the demo, which fills an empty store.
      .filter(({ path }) => !isMigration(path) && !isDeclaration(path) && !path.startsWith('demo/'))
      .map(({ path, text }) => [path, unaskedReads(text, scoped)] as const)
      .filter(([, found]) => found.length > 0),
  )

  it('name the reader, or are listed with a reason', () => {
    const missing = [...reads].filter(([path, found]) => {
      const [, ...listed] = unasked[path] ?? ['']
      return found.some((table) => !listed.includes(table))
    })
    expect(missing, 'add .where(seenBy(db, table, caller)), or list the file here with a reason').toEqual([])
  })

  it('have no listed file that names the reader', () => {
    const stale = Object.entries(unasked).filter(
      ([path, [, ...listed]]) => !listed.every((table) => reads.get(path)?.includes(table)),
    )
    expect(
      stale.map(([path]) => path),
      'remove these files from `unasked`: they name the reader, or do not read the tables',
    ).toEqual([])
  })

  it('are found over several lines, with aliases and joins', () => {
    const table = { name: 'alarm', seen: owner('owner_id') }
    const found = (text: string) => unaskedReads(text, [table])
    expect(found("db\n  .selectFrom(\n 'alarm')\n .where(living('alarm')).execute()")).toEqual(['alarm'])
    expect(found("db.selectFrom('user').innerJoin('alarm as a', 'a.owner_id', 'user.id').execute()")).toEqual(
      ['alarm'],
    )
    expect(found("db.selectFrom('alarm').where(seenBy(db, alarm, caller)).execute()")).toEqual([])
    expect(found("db.selectFrom('alarm').where('owner_id', '=', id).execute()")).toEqual([])
    expect(found("db.selectFrom('alarm').execute()\ndb.where(seenBy(db, alarm, caller))")).toEqual(['alarm'])
  })
})

describe('the column of deletions', () => {
  it('is named only by tables, migrations and the scopes', () => {
    const naming = sources.filter(
      ({ path, text }) =>
        !path.startsWith('server/scopes/') &&
        !path.startsWith('demo/') &&
        !isMigration(path) &&
        !isDeclaration(path) &&
        namesLife(text),
    )
    expect(
      naming.map(({ path }) => path),
      'ask server/scopes/life.ts',
    ).toEqual([])
  })
})

/** Tables with an owner or games that do not declare who sees a row, each with the reason. */
const undeclared: Readonly<Record<string, string>> = {
  audit: 'for managers of all their games',
  demo_state: 'the installation’s',
  game: 'the list of games itself',
  job: 'server/jobs, for its owner and who manages them',
  job_schedule: 'server/jobs, told to nobody',
  kept_address: 'whoever has the key opens it',
  message: 'sent to others; its owner is told through what sent it',
  object_change: 'as its object',
  password_link: 'whoever has the token opens it',
  push_browser: 'told to nobody',
  push_embedded: 'as the tasks of its game',
  push_rate: 'counts for a minute',
  push_run: 'as its task',
  report: 'as its view (statement/server/objectKinds.ts)',
  report_embed: 'as its view',
  restated_figure: 'summed in the reader’s games (restated/server/reading.ts)',
  account_claim: 'the user’s with the same address, whom managers may link',
  outside_account: 'its user’s, at sign-in, by the check of accounts and with the list of users',
  second_step: 'its user’s, at sign-in and by the session',
  segment_day: 'as its segment, in the reader’s games',
  segment_list: 'as its segment',
  session: 'its user’s, by the cookie',
  sign_in_ticket: 'whoever has the ticket opens it',
  subscription_recipient: 'as its subscription',
  trace: 'whoever may search codes',
  user_place: 'told to nobody: which server keeps its user’s work',
}

describe('tables', () => {
  const owned = ['owner_id', 'user_id', 'cgi', 'games', 'deleted_at']
  const found = tables
    .filter((table) => !isScoped(table) && owned.some((column) => column in table.columns))
    .map(({ name }) => name)

  it('with an owner or games declare who sees a row, or are listed with a reason', () => {
    expect(found.sort(), 'add `seen` to defineTable').toEqual(Object.keys(undeclared).sort())
  })
})
