// Adds many records from a spreadsheet: each line is checked separately, and the valid ones are saved
// together.

import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { addObjects, changeObject } from '#server/objects/changing.ts'
import { gamesOf } from '#server/objects/games.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import type { PastedRecords, RecordPaste } from '#features/gameflow/contract.ts'
import { monthOf } from '../figures/days.ts'
import { standingCloses } from '../months/frozen.ts'
import { holdMonths, monthTitle } from '../months/locking.ts'
import { type ReadRecord, recordReaders, recordValues } from './cleaning.ts'
import { type FlowRecordKept, records } from './objectKind.ts'
import { unsettled } from './saving.ts'

type Values = ReturnType<typeof recordValues>
type Line = RecordPaste['lines'][number]

export const pasteRecords = (
  deps: Deps,
  caller: Caller,
  { lines, check = false }: RecordPaste,
): Promise<PastedRecords> =>
  deps.metadata.transaction(async (db) => {
    await holdMonths(deps.metadata, db, 'writing')
    const { read, refused } = await readLines(db, caller, lines, businessDay(deps.settings))
    const known = await presentStatements(db, [...read.values()])
    const effects: PastedRecords['effects'] = lines.map(() => 'unchanged')
    for (const { at } of refused) effects[at] = 'added'
    const added: Values[] = []
    for (const [at, values] of read) {
      await breathe()
      const statement = values.kind === 'statement' ? known.get(keyOf(values)) : undefined
      if (!statement) {
        effects[at] = 'added'
        added.push(values)
        continue
      }
      const { amount, note } = values
      if (statement.amount === amount && statement.note === note) continue
      effects[at] = 'changed'
      if (!check)
        await changeObject(db, records, caller, { id: statement.id, values: { amount, note } }, () => null)
    }
    if (!check)
      await addObjects(
        db,
        records,
        caller,
        added.map((values) => ({ ...values, ...unsettled })),
        { games: [...new Set(added.map(({ cgi }) => cgi))] },
      )
    return { effects, refused }
  })

const keyOf = ({ period, cgi, channel, server, currency, basis }: Values | FlowRecordKept): string =>
  JSON.stringify([period, cgi, channel, server, currency, basis])

async function readLines(db: Db, caller: Caller, lines: readonly Line[], today: string) {
  const games = new Map((await gamesOf(db, caller)).map(({ cgi, name }) => [cgi, name]))
  const closes = await standingCloses(db, caller.games, { from: '2000-01-01', to: '2100-12-31' })
  const closed = new Set(closes.map(({ month, cgi }) => `${month} ${cgi}`))
  const read = new Map<number, Values>()
  const refused: PastedRecords['refused'] = []
  const statements = new Set<string>()
  for (const [at, line] of lines.entries()) {
    await breathe()
    try {
      const values = readLine(line, games, today)
      if (closed.has(`${monthOf(values.first_day)} ${values.cgi}`))
        throw new AppError(
          'month_closed',
          `${games.get(values.cgi)} 的 ${monthTitle(monthOf(values.first_day))}已月结`,
        )
      if (values.kind === 'statement') {
        const key = keyOf(values)
        if (statements.has(key)) throw new AppError('parameter_wrong', '与前面一行是同一期的账单')
        statements.add(key)
      }
      read.set(at, values)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ at, problem: error.message })
    }
  }
  return { read, refused }
}

function readLine(line: Line, games: ReadonlyMap<string, string>, today: string): Values {
  if (!games.has(line.cgi.trim())) throw new AppError('parameter_wrong', '没有这个游戏，或不在你可看的游戏里')
  const readers = recordReaders(line, today)
  const read = Object.fromEntries(Object.entries(readers).map(([name, reader]) => [name, reader()]))
  return recordValues(line, read as ReadRecord)
}

const askedAtOnce = 1_000

async function presentStatements(db: Db, values: readonly Values[]): Promise<Map<string, FlowRecordKept>> {
  const known = new Map<string, FlowRecordKept>()
  const periods = [...new Set(values.filter(({ kind }) => kind === 'statement').map(({ period }) => period))]
  for (const part of chunks(periods, askedAtOnce)) {
    const rows = await db
      .selectFrom('flow_record')
      .selectAll()
      .where(living('flow_record'))
      .where('kind', '=', 'statement')
      .where('period', 'in', part)
      .execute()
    for (const row of rows) known.set(keyOf(row), row)
  }
  return known
}
