// Dictionaries as SQL tables, `dict.<form name>`: those a statement names, with the rows its reader may see.
// They are sent with the run; no file is written where another run could read it.
import type { GameScope } from '#semantic/model/types.ts'
import type { Db } from '#server/objects/types.ts'
import type { SandboxDictionary } from '#server/warehouse/sandbox/types.ts'
import { AppError } from '#shared/errors.ts'
import { mostRows } from '../contract.ts'
import { columnOfGame, seesRow } from './games.ts'
import { readVersions } from './repo.ts'
import { allRows } from './stored.ts'
import { dictionariesIn } from './uses.ts'

export interface DictionaryTables {
  tables: SandboxDictionary[]
  /** Changes whenever one of the dictionaries changes. */
  version: string
}

export async function dictionaryTables(db: Db, sql: string, games: GameScope): Promise<DictionaryTables> {
  const named = new Set(dictionariesIn(sql))
  if (named.size === 0) return { tables: [], version: '' }
  const heads = (await readVersions(db)).filter(({ formName }) => named.has(formName.toLowerCase()))
  const tables: SandboxDictionary[] = []
  let count = 0
  for (const head of heads) {
    const column = columnOfGame(head)
    const pages: string[] = []
    for await (const page of allRows(db, head.id)) {
      const rows = page.flatMap(({ data }) => (seesRow(column, data, games) ? [data] : []))
      count += rows.length
      if (count > mostRows)
        throw new AppError('sql_error', `一条语句里的字典最多共 ${mostRows.toLocaleString('en-US')} 行`)
      pages.push(JSON.stringify(rows))
    }
    tables.push({ name: head.formName, columns: head.attributes, pages })
  }
  return { tables, version: JSON.stringify(heads.map(({ id, revision }) => [id, revision])) }
}
