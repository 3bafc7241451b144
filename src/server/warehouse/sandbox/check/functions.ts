// The functions that users' SQL may call, as the engine describes them: for completion and the list of
// functions.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { SandboxFunction } from '../types.ts'
import { isAllowedFunction } from './allowed.ts'
import { chineseDescription } from './descriptions.ts'

const question = `SELECT function_name, function_type, parameters::VARCHAR[], parameter_types::VARCHAR[], varargs,
  coalesce(description, '') FROM duckdb_functions() WHERE function_type <> 'pragma' ORDER BY ALL`

type Row = [name: string, type: string, names: unknown, types: unknown, varargs: string | null, about: string]

/** Works on a locked connection. Operators are left out. */
export async function functionsOf(connection: DuckDBConnection): Promise<SandboxFunction[]> {
  const reader = await connection.runAndReadAll(question)
  const found = new Map<string, SandboxFunction>()
  for (const row of reader.getRowsJson() as unknown as Row[]) {
    const [name, type] = row
    const kind = kindOf(type)
    if (!/^[a-z]/i.test(name)) continue
    if (!isAllowedFunction(name.toLowerCase(), kind === 'table' ? 'table' : 'value')) continue
    const key = `${kind} ${name}`
    const known = found.get(key)
    if (known) addSignature(known, signatureOf(row))
    else found.set(key, made(row, kind))
  }
  return [...found.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
}

function kindOf(type: string): SandboxFunction['kind'] {
  if (type === 'table' || type === 'table_macro') return 'table'
  return type === 'aggregate' || type === 'macro' ? type : 'scalar'
}

function made(row: Row, kind: SandboxFunction['kind']): SandboxFunction {
  const [name, , , , , about] = row
  return { name, kind, signatures: [signatureOf(row)], description: chineseDescription(name) ?? about }
}

function addSignature(known: SandboxFunction, signature: string): void {
  if (!known.signatures.includes(signature)) known.signatures.push(signature)
}

/** `date_trunc(part VARCHAR, timestamp TIMESTAMP)`; meaningless names (`col0`) are left out. */
function signatureOf([name, , names, types, varargs]: Row): string {
  const listed = listOf(names).map((parameter, index) =>
    [/^col\d+$/.test(parameter) ? '' : parameter, listOf(types)[index] ?? ''].filter(Boolean).join(' '),
  )
  return `${name}(${[...listed, ...(varargs ? [`${varargs}...`] : [])].join(', ')})`
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((item) => String(item ?? '')) : []
