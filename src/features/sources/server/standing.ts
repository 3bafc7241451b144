// What stands on a source's table: what would not work any more if the table were not there.
import { readObject } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import type { Broken } from '#server/warehouse/import/replacement.ts'
import { loadedTables } from '#server/warehouse/written.ts'
import { reportProposer } from '#features/config/server/index.ts'
import type { SourcesDeps } from './deps.ts'
import { sources } from './objectKind.ts'

/** No table can be called so. */
const gone = '\0'

export async function readStanding(deps: SourcesDeps, caller: Caller, id: number): Promise<Broken> {
  const { metadata } = deps
  const row = await readObject(metadata.db, sources, caller, id)
  const tables = await loadedTables(deps)
  const before = tables.find(({ name }) => tableKey(name) === tableKey(row.table_name))
  if (!before) return { things: [], hidden: 0, unchecked: 0 }
  const change = {
    before,
    after: { ...before, name: gone, columns: [] },
    tables,
    dateColumn: null,
    gameColumn: null,
    timeColumnOf: () => null,
  }
  return reportProposer.breaks(metadata, change, caller)
}
