// Adds the rows of a file to a table on ClickHouse. Content that is there is not added again, whatever was killed or
// lost on the way: each row says which load brought it.

import {
  type AddDone,
  type AddOrder,
  findTable,
  refuseAgain,
  usualOf,
  writeRows,
} from '#server/warehouse/import/adding.ts'
import { onlyRows } from '#server/warehouse/import/addition.ts'
import { importProblem } from '#server/warehouse/import/problem.ts'
import { gamesIn, refuseForeignGames } from '#server/warehouse/import/publishing.ts'
import { quoteName } from '#server/warehouse/snapshot/describe.ts'
import { AppError } from '#shared/errors.ts'
import { noteFormer } from './formers.ts'
import { columnsOf, inPassage, writeLines } from './sending.ts'
import { type ClickHouseWriter, loadText } from './writer.ts'

export const addThere = <Loaded>(
  order: AddOrder<Loaded>,
  writer: ClickHouseWriter,
): Promise<AddDone<Loaded>> =>
  inPassage(order.dataDir, async (passage) => {
    const { addition, metadata, proposer, digest, source, by, signal } = order
    if (addition.by !== 'rows') throw importProblem(onlyRows)
    const { connection } = passage
    const former = findTable(await writer.tables(order.table), order)
    refuseAgain(former, order)
    const usual = await usualOf(former, order)
    const loaded = await writeRows(connection, former, usual, order)
    const { gameColumn } = usual
    const games = gameColumn ? await gamesIn(connection, quoteName(former.name), gameColumn) : []
    if (by && by.games !== 'all') refuseForeignGames(games, by.games, gameColumn ?? '')
    const load = loadText({ at: new Date().toISOString(), digest, source })
    const columns = await columnsOf(connection, former.name)
    const { path, rows } = await writeLines(passage, former.name, { columns, load })
    const kept = await proposer.kept(metadata, former.name)
    signal?.throwIfAborted()
    const staged = await writer.stage({ like: former.name })
    const id = await writer.idOf(staged)
    try {
      await writer.send(staged, path, { token: digest, rows })
      signal?.throwIfAborted()
      await noteFormer(writer, { id: load, table: former, kept, by: by?.id ?? null })
      await writer.add(staged, former.name, load)
    } catch (error) {
      await writer.discard(staged, id).catch(() => undefined)
      throw error
    }
    try {
      const written = (await writer.tables()).find(({ name }) => name === former.name)
      if (!written) throw new AppError('internal')
      const viewMetaId = await proposer.added(metadata, {
        table: written.name,
        source,
        rows,
        replaced: 0,
        games,
        restated: null,
        ...(by && { owner: by.id }),
      })
      return { loaded, written, rows, replaced: 0, viewMetaId }
    } catch (error) {
      await writer.remove(former.name, load)
      throw error
    }
  })
