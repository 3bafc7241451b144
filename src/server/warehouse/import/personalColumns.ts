// Columns with personal data in an import at the terminal: marked as the command says; what looks like such and is not
// marked is told, with the option that marks it.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Metadata } from '#server/metadata/open.ts'
import { quoteName } from '../snapshot/describe.ts'
import { type ImportRequest, personalOption } from './arguments.ts'
import { importProblem } from './problem.ts'
import type { ColumnProfile } from './profile.ts'
import type { Proposer, SampledColumn } from './proposal.ts'

const looked = 200

/** Some values of each column that may hold texts or ids. */
export async function sampleColumns(
  connection: DuckDBConnection,
  table: string,
  profiles: readonly Pick<ColumnProfile, 'name' | 'type'>[],
): Promise<SampledColumn[]> {
  const columns = profiles.filter(({ type }) => type === 'VARCHAR' || type === 'BIGINT')
  if (columns.length === 0) return []
  const list = columns.map(({ name }) => `${quoteName(name)}::VARCHAR`).join(', ')
  const reader = await connection.runAndReadAll(`SELECT ${list} FROM ${quoteName(table)} LIMIT ${looked}`)
  const rows = reader.getRows()
  return columns.map(({ name }, at) => ({
    name,
    values: rows.map((row) => (row[at] === null || row[at] === undefined ? null : String(row[at]))),
  }))
}

export function refuseUnknown(
  personal: ImportRequest['personal'],
  profiles: readonly Pick<ColumnProfile, 'name'>[],
): void {
  const names = profiles.map(({ name }) => name)
  const unknown = personal.find(({ name }) => !names.includes(name))
  if (unknown)
    throw importProblem(
      `没有 --personal 所说的列「${unknown.name}」；表里有：${names.slice(0, 30).join('、')}`,
    )
}

export async function personalLines(
  proposer: Proposer,
  metadata: Metadata,
  table: string,
  columns: readonly SampledColumn[],
): Promise<string[]> {
  const proposed = await proposer.personal(metadata, table, columns)
  if (proposed.length === 0) return []
  return [
    `有 ${proposed.length} 列像个人信息，还没有标记；标记之后，没有「可见个人信息」权限的人只看到掩码。要标记，请加 --replace 和下面的选项再导入一次：`,
    ...proposed.map(({ name, kind, reason }) => `  ${personalOption(name, kind)}  ${reason}`),
  ]
}
