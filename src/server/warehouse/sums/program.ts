// Makes one table of sums in a process of the lowest priority: the order is one line on standard input, the
// outcome one JSON line. Ends with its parent.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { sumsEstimate, sumsQuery } from '#semantic/sums/make.ts'
import { figureColumn, keyColumn } from '#semantic/sums/names.ts'
import { setOwnPriority } from '#server/process/priority.ts'
import { cleanMessage } from '../cleanMessage.ts'
import { engineSettings } from '../duckdb/engineSettings.ts'
import { openTable } from '../snapshot/attach.ts'
import { syncPath } from '../snapshot/manifest.ts'
import type { SumsOrder, SumsSaid } from './orders.ts'

/** The lowest priority. */
const last = 19
const mostSpilt = '2GiB'

function readOrder(): Promise<SumsOrder> {
  return new Promise((resolve) => {
    let text = ''
    process.stdin.setEncoding('utf8').on('data', (part) => {
      text += part
      if (text.endsWith('\n')) resolve(JSON.parse(text) as SumsOrder)
    })
    // The parent keeps the input open: its end means that the parent is gone, which a native statement would
    // outlive.
    process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))
  })
}

async function make({
  shape,
  folder,
  source,
  target,
  spill,
  memoryMiB,
  mostRows,
}: SumsOrder): Promise<SumsSaid> {
  const usual = engineSettings({ share: 1, spill, memoryMiB })
  const settings = { ...usual, threads: '1', max_temp_directory_size: mostSpilt }
  const instance = await DuckDBInstance.create(target, settings)
  setOwnPriority(last)
  try {
    const connection = await instance.connect()
    const from = await openTable(connection, folder, shape.fact, source)
    // The estimate is off by a few percent; what passes is counted exactly.
    if ((await numberOf(connection, sumsEstimate(shape, from))) > mostRows * 1.2) return { refused: 'many' }
    await connection.run(`CREATE TABLE sums AS ${sumsQuery(shape, from)}`)
    const rows = await numberOf(connection, 'SELECT count(*) FROM sums')
    if (rows > mostRows) return { refused: 'many' }
    if (!(await addsUpExactly(connection, shape))) return { refused: 'inexact' }
    await connection.run('CHECKPOINT')
    connection.closeSync()
    return { made: { rows } }
  } finally {
    instance.closeSync()
  }
}

async function numberOf(connection: DuckDBConnection, sql: string): Promise<number> {
  return Number((await connection.runAndReadAll(sql)).getRows()[0]?.[0])
}

const exactTypes = {
  sum: /^(HUGEINT|DECIMAL\(38,\d+\))$/,
  count: /^BIGINT$/,
  other: /^(?!FLOAT|DOUBLE)/,
}

/** Checks the actual types in the engine, whatever the plan assumed. */
async function addsUpExactly(
  connection: DuckDBConnection,
  { keys, figures }: SumsOrder['shape'],
): Promise<boolean> {
  const described = (await connection.runAndReadAll('DESCRIBE sums')).getRowObjects()
  const types = new Map(described.map((row) => [String(row.column_name), String(row.column_type)]))
  const isOf = (column: string, pattern: RegExp): boolean => pattern.test(types.get(column) ?? '')
  return (
    keys.every((_, place) => isOf(keyColumn(place), exactTypes.other)) &&
    figures.every((text, place) => {
      const how = /^(sum|count)\(/.exec(text)?.[1] as 'sum' | 'count' | undefined
      return isOf(figureColumn(place), exactTypes[how ?? 'other'])
    })
  )
}

/** Resolves when the pipe has taken the line. */
const say = (line: SumsSaid): Promise<void> =>
  new Promise((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()))

async function main(): Promise<void> {
  const order = await readOrder()
  try {
    const said = await make(order)
    if ('made' in said) await syncPath(order.target)
    await say(said)
  } catch (error) {
    await say({ failed: cleanMessage((error as Error).message) })
  }
}

process.stdout.on('error', () => process.exit(1))
await main()
process.exit(0)
