// Adds the rows of a file to a table on ClickHouse: beside its rows, or in place of those of the same key or day.
// Content that is there is not added again, whatever was killed or lost on the way: each row says which load brought it.
//
// Rows that replace others come into force with a table that is built aside and then exchanged, so that readers see
// either all of them or none. It shares the parts that the load does not touch.

import {
  type AddDone,
  type AddOrder,
  findTable,
  judgeAddition,
  keyColumns,
  keysOf,
  refuseAgain,
  refuseRepeated,
  refuseReplaced,
  usualOf,
  writeRows,
} from '#server/warehouse/import/adding.ts'
import { importProblem } from '#server/warehouse/import/problem.ts'
import type { UsualColumns } from '#server/warehouse/import/proposal.ts'
import { forgetting, gamesIn, refuseForeignGames } from '#server/warehouse/import/publishing.ts'
import type { Sides } from '#server/warehouse/import/restating/index.ts'
import { quoteName } from '#server/warehouse/snapshot/describe.ts'
import type { PublishedTable, TableLoad } from '#server/warehouse/snapshot/manifest.ts'
import { AppError } from '#shared/errors.ts'
import { keyDay, keyText, named } from './columns.ts'
import { dropOver, noteFormer } from './formers.ts'
import type { Aside } from './restating.ts'
import { columnsOf, inPassage, writeLines } from './sending.ts'
import { type ClickHouseWriter, loadText } from './writer.ts'

export const addThere = <Loaded>(
  order: AddOrder<Loaded>,
  writer: ClickHouseWriter,
): Promise<AddDone<Loaded>> =>
  inPassage(order.dataDir, async (passage) => {
    const { addition, metadata, proposer, digest, source, by, signal } = order
    const { connection } = passage
    const published = await writer.tables(order.table)
    const former = findTable(published, order)
    await writer.refuseEngine(former.name)
    refuseAgain(former, order)
    const usual = await usualOf(former, order)
    const { loaded, keptOut } = await writeRows(connection, former, usual, order)
    const { gameColumn } = usual
    const games = gameColumn ? await gamesIn(connection, quoteName(former.name), gameColumn) : []
    if (by && by.games !== 'all') refuseForeignGames(games, by.games, gameColumn ?? '')
    if (addition.by === 'keys') await refuseRepeated(connection, former.name, keysOf(former, usual, order))
    const at = new Date().toISOString()
    const load = { at, digest, source, held: order.guard.releases }
    const columns = await columnsOf(connection, former.name)
    const { path, rows } = await writeLines(passage, former.name, { columns, load: loadText(load) })
    const kept = await proposer.kept(metadata, former.name)
    signal?.throwIfAborted()
    const arriving = new Arriving(writer, { former, usual, order, load: { ...load, rows }, kept })
    let noted: Awaited<ReturnType<typeof judgeAddition>>
    let restated: number | null = null
    try {
      await arriving.send(path)
      const { zone } = order.clock
      const there = {
        ...arriving.relations,
        ask: (sql: string, longestMs: number) => writer.ask(sql, { zone, longestMs, signal }),
      }
      noted = await judgeAddition({ connection, published, there }, former, usual, order)
      restated = await noteAdded(writer, arriving, { former, order, load: loadText(load) })
      signal?.throwIfAborted()
      await arriving.enforce()
    } catch (error) {
      await arriving.discard()
      return forgetting(order, restated, error)
    }
    const { replaced } = arriving
    let done: AddDone<Loaded>
    try {
      const written = (await writer.tables()).find(({ name }) => name === former.name)
      if (!written) throw new AppError('internal')
      const viewMetaId = await proposer.added(metadata, {
        table: written.name,
        source,
        rows,
        replaced,
        games,
        restated,
        ...(by && { owner: by.id }),
      })
      await arriving.leave()
      done = { loaded, written, rows, replaced, keptOut, viewMetaId }
    } catch (error) {
      await arriving.undo()
      return forgetting(order, restated, error)
    }
    await noted?.()
    return done
  })

async function noteAdded(
  writer: ClickHouseWriter,
  arriving: Arriving,
  { former, order, load }: { former: PublishedTable; order: AddOrder<unknown>; load: string },
): Promise<number | null> {
  const { metadata, proposer, clock, addition, source, run = null, by } = order
  const { contentThere, lastLoaded, noteThere } = await import('./restating.ts')
  const noting = {
    metadata,
    proposer,
    clock,
    former: lastLoaded(former, former.loads),
    next: former,
    told: { content: contentThere.load(load), how: addition.by, source, run, user: by?.id ?? null },
  }
  return noteThere(writer, noting, (aside) => arriving.sides(aside))
}

interface Given {
  former: PublishedTable
  usual: UsualColumns
  order: Pick<AddOrder<unknown>, 'addition' | 'by' | 'signal'>
  load: Omit<TableLoad, 'file' | 'held'> & { held: string | undefined }
  kept: unknown
}

/** Rows in hidden tables, before and while they come into force. */
class Arriving {
  replaced = 0
  readonly #writer: ClickHouseWriter
  readonly #given: Given
  /** The rows alone. */
  #fresh = ''
  /** The table as it will be; empty where the rows are added beside the others. */
  #next = ''
  #nextId: string | null = null
  /** By which rows are replaced. */
  #keys: readonly string[] = []
  /** What the table held when `next` was built. */
  #content = ''

  constructor(writer: ClickHouseWriter, given: Given) {
    this.#writer = writer
    this.#given = given
  }

  async send(path: string): Promise<void> {
    const { former, load, order } = this.#given
    this.#fresh = await this.#writer.stage({ like: former.name })
    await this.#writer.send(this.#fresh, path, { token: load.digest, rows: load.rows })
    order.signal?.throwIfAborted()
    if (order.addition.by !== 'rows') await this.#build()
  }

  /** Until the rows are in force. */
  get relations(): { arriving: string; whole: string } {
    const [own, fresh] = [named(this.#given.former.name), named(this.#fresh)]
    const both = `(SELECT * FROM ${own} UNION ALL SELECT * FROM ${fresh})`
    return { arriving: fresh, whole: this.#next === '' ? both : named(this.#next) }
  }

  /** The table before and after, as tables that can be read. */
  async sides(aside: Aside): Promise<Sides> {
    const { name } = this.#given.former
    if (this.#next === '')
      return { before: name, after: await aside.joining([name, this.#fresh]), touched: [this.#fresh] }
    const gone = await aside.agreeing(name, this.#fresh, this.#keys)
    return { before: name, after: this.#next, touched: [this.#fresh, gone] }
  }

  async #build(): Promise<void> {
    const { former, usual, order, load } = this.#given
    const writer = this.#writer
    const keys = keyColumns(former, usual, order).map(({ column, day }) =>
      (day ? keyDay : keyText)(named(column)),
    )
    this.#keys = keys
    this.#content = await writer.contentOf(former.name)
    const before = await writer.count(named(former.name))
    await this.#refuseOthers(keys)
    this.#next = await writer.without(former.name, this.#fresh, keys)
    this.#nextId = await writer.idOf(this.#next)
    this.replaced = before - (await writer.count(named(this.#next)))
    await writer.add(this.#fresh, this.#next, loadText(load))
    order.signal?.throwIfAborted()
  }

  async #refuseOthers(keys: readonly string[]): Promise<void> {
    const { former, usual, order } = this.#given
    const { games } = order.by ?? { games: 'all' }
    if (games === 'all' || !usual.gameColumn) return
    refuseReplaced(
      former.name,
      await this.#writer.agreeing(former.name, this.#fresh, keys, usual.gameColumn),
      games,
    )
  }

  async enforce(): Promise<void> {
    const { former, order, load, kept } = this.#given
    const writer = this.#writer
    const by = order.by?.id ?? null
    if (this.#next === '') {
      await noteFormer(writer, { id: loadText(load), table: former, kept, by })
      await writer.add(this.#fresh, former.name, loadText(load))
      return
    }
    const loads = (former.loads ?? []).concat({ ...known(load), file: '' })
    await writer.noteLoads(this.#nextId as string, loads)
    await noteFormer(writer, { id: this.#next, table: former, kept, by, isStep: true })
    if ((await writer.contentOf(former.name)) !== this.#content) throw changed(former.name)
    await writer.exchange(this.#next, former.name)
    // Rows that another server added at the same moment would be in the former version alone.
    if ((await writer.contentOf(this.#next)) === this.#content) return
    await writer.exchange(this.#next, former.name)
    throw changed(former.name)
  }

  /** What did not come into force; under the name of `next` may lie the former version by now. */
  async discard(): Promise<void> {
    const writer = this.#writer
    if (this.#fresh) await writer.drop(this.#fresh).catch(() => undefined)
    if (this.#next) await writer.discard(this.#next, this.#nextId).catch(() => undefined)
  }

  /** The rows are in force, and nothing of them is needed elsewhere. */
  async leave(): Promise<void> {
    await this.#writer.drop(this.#fresh).catch(() => undefined)
    if (this.#next !== '') await dropOver(this.#writer, this.#given.former.name)
  }

  async undo(): Promise<void> {
    const { former, load } = this.#given
    if (this.#next === '') await this.#writer.remove(former.name, loadText(load))
    else await this.#writer.exchange(this.#next, former.name)
    await this.discard()
  }
}

const known = ({ held, ...load }: Given['load']): Omit<TableLoad, 'file'> => ({
  ...load,
  ...(held !== undefined && { held }),
})

const changed = (table: string): AppError =>
  importProblem(`数据表「${table}」在载入途中又有别的数据写入，这次没有载入，什么也没有改变；请再载入一次`)
