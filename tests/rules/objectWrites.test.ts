// Only the engine `server/objects`, which checks rights, writes tables of objects. Files that write them directly are
// listed, each with the reason why no right is bypassed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { objectKindsOf } from '#server/slice.ts'
import * as slices from '#features/server.ts'

const root = fileURLToPath(new URL('../../src', import.meta.url))
const tables: readonly string[] = objectKindsOf(slices).map(({ table }) => table)

const within = 'in the transaction in which the engine has just written the same row'
const state = 'how a run went, which nobody sets'
const proposes = 'of a table that the caller may define or import, who was asked for that'
const command = 'makes or ends accounts where managers, commands and links have been asked'

const past: Readonly<Record<string, string>> = {
  'features/code/server/library/folders.ts':
    'gives a folder away, after its owner or a manager was asked for',
  'features/code/server/saved/doneRuns.ts': within,
  'features/code/server/saved/reading.ts': 'when it was read last',
  'features/config/server/formulas.ts': 'the same formula, with its points by id instead of by name',
  'features/config/server/propose.ts': proposes,
  'features/config/server/proposeDefinitions.ts': proposes,
  'features/config/server/proposePoints.ts': proposes,
  'features/config/server/proposedNames.ts': proposes,
  'features/config/server/proposing/proposal.ts': proposes,
  'features/config/server/sharedDimensions.ts':
    'opens a dimension to the table that the caller imports, with its history; who is limited by a dimension may not import',
  'features/config/server/proposing/takingBack.ts': proposes,
  'features/config/server/replacing/alarms.ts':
    'those alone that the caller may change: the others refuse the whole',
  'features/definitions/server/dictionaries.ts': 'for who may manage dictionaries and sees all of their rows',
  'features/definitions/server/writing.ts': within,
  'features/demo/server/removing.ts': 'for those who see all rows alone',
  'features/demo/server/renaming.ts': 'for those who see all rows alone',
  'features/dictionary/server/deleting.ts': within,
  'features/dictionary/server/tables.ts': 'a migration',
  'features/erasing/server/lists.ts': 'erases a player’s entries, for those who see all rows alone',
  'features/lists/server/ad/accounts.ts': within,
  'features/lists/server/black/finding.ts': state,
  'features/lists/server/white/declaring.ts':
    'the published list itself as a table, which every publication declares',
  'features/management/server/roles.ts': within,
  'features/management/server/users.ts': within,
  'features/mfa/server/keeping.ts': within,
  'features/push/server/deciding.ts': 'stops or resumes a task that the engine has held for the caller',
  'features/push/server/running/begin.ts': state,
  'features/push/server/running/ending.ts': state,
  'features/tokens/server/finding.ts': 'when a token was last used, and from where',
  'features/receivers/server/service.ts': within,
  'features/webhooks/server/service.ts': within,
  'features/segment/server/computing/computing.ts': state,
  'features/segment/server/routes.ts': state,
  'features/segment/server/service.ts': within,
  'features/sources/server/service.ts': within,
  'features/session/server/accounts.ts': command,
  'features/session/server/company/users.ts':
    'what the company decides of its own accounts, with its history',
  'features/statement/server/handing.ts': 'what folders hand down, which follows from what the engine wrote',
  'features/subscription/server/pausing.ts':
    'pauses or resumes one, after its owner or a manager was asked for',
  'features/subscription/server/sending.ts': state,
  'features/subscription/server/service.ts':
    'pauses or stops one, after its owner or a manager was asked for',
  'features/subscription/server/watching.ts': state,
}

const writing = /\b(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'/g
const written = (text: string): string[] =>
  [...text.matchAll(writing)].flatMap(([, table = '']) => (tables.includes(table) ? [table] : []))

describe('tables of objects', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    // Excluded: the demo, which fills an empty store.
    .filter((file) => file.endsWith('.ts') && !file.startsWith('demo/'))
  const found = files.filter((file) => written(readFileSync(join(root, file), 'utf8')).length > 0)

  it('are written only by the engine, and by files listed with a reason', () => {
    expect(
      found.filter((file) => !(file in past)),
      'write through server/objects, or list the file in `past` with its reason',
    ).toEqual([])
  })

  it('have no listed file that does not write them', () => {
    expect(
      Object.keys(past).filter((file) => !found.includes(file)),
      'remove these files from `past`: they write no table of objects',
    ).toEqual([])
  })

  it('are found in statements of several lines', () => {
    expect(written("db\n  .updateTable(\n    'alarm',\n  )")).toEqual(['alarm'])
    expect(written("db.updateTable('alarm_state')")).toEqual([])
  })
})
