// Adds many pasted rows: each line is checked separately, invalid lines are reported by number, and the valid
// ones are saved together. A line with an existing code replaces that row's labels.
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { holdObject } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import type { BatchResult, DictionaryBatch } from '../contract.ts'
import { keyOf, readRows } from './cells.ts'
import { columnOfGame } from './games.ts'
import { dictionaries } from './objectKind.ts'
import { headOf } from './repo.ts'
import { saveIn } from './saving.ts'
import { rowsByCode, type StoredRow } from './stored.ts'

export function pasteRows(
  deps: Deps,
  caller: Caller,
  { dictId, lines, check = false }: DictionaryBatch,
): Promise<BatchResult> {
  return deps.metadata.transaction(async (db) => {
    const present = await holdObject(db, deps.metadata.dialect, dictionaries, caller, dictId)
    const head = headOf(present)
    const game = columnOfGame(head)
    const { rows, problems } = await readRows(lines, head, caller.games)
    const refused = problems.map(({ row, column, problem }) => ({
      at: row,
      problem: head.attributes[column] ? `${head.attributes[column]}：${problem}` : problem,
    }))
    const first = new Map<string, number>()
    let unchanged = 0
    for (const [at, row] of rows) {
      await breathe()
      const key = keyOf(row, game)
      const before = first.get(key)
      if (before === undefined) {
        first.set(key, at)
        continue
      }
      rows.delete(at)
      if (JSON.stringify(rows.get(before)) === JSON.stringify(row)) unchanged += 1
      else refused.push({ at, problem: `代码「${row[0]}」与第 ${before + 1} 行重复` })
    }
    const known = new Map<string, StoredRow>()
    const codes = rows.values().map(([code = '']) => code)
    for (const stored of await rowsByCode(db, dictId, codes)) {
      await breathe()
      known.set(keyOf(stored.data, game), stored)
    }
    const values: { dataId: number; data: string[] }[] = []
    const counts = { added: 0, changed: 0 }
    for (const row of rows.values()) {
      await breathe()
      const stored = known.get(keyOf(row, game))
      // A line may have fewer columns than the dictionary; the remaining cells stay unchanged.
      const data = stored ? head.attributes.map((_, column) => row[column] || stored.data[column] || '') : row
      if (stored && JSON.stringify(stored.data) === JSON.stringify(data)) {
        unchanged += 1
        continue
      }
      counts[stored ? 'changed' : 'added'] += 1
      values.push({ dataId: stored?.id ?? -1, data })
    }
    const saved = check
      ? present
      : await saveIn(deps, db, caller, { id: dictId, name: head.name, attributes: head.attributes, values })
    refused.sort((one, other) => one.at - other.at)
    return { ...counts, unchanged, refused, revision: saved.revision }
  })
}
