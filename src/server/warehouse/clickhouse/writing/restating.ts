// Notes of loads into a ClickHouse that change whole days: both sides are read there, as tables of which some are made
// for that alone. They share the parts of those that they stand for.
import { noteRestated, type Reading, type Sides } from '#server/warehouse/import/restating/index.ts'
import type { TableLoad } from '#server/warehouse/snapshot/manifest.ts'
import { clickhouseType, duckdbType, named, text } from './columns.ts'
import { agrees, type ClickHouseWriter, loadText } from './writer.ts'

type Noting = Omit<Parameters<typeof noteRestated>[0], 'reading' | 'sides'>

/** Nobody waits for the page. */
const longestMs = 120_000

const readingThere = (writer: ClickHouseWriter, zone: string): Reading => ({
  dialect: 'clickhouse',
  typeOf: (type) => `Nullable(${clickhouseType(type)})`,
  begin: async () => undefined,
  end: async () => undefined,
  over: async (relation) => relation,
  rows: (sql, params = []) => writer.ask(sql, { zone, longestMs, params }),
})

/** The note's id; null where no whole day changes. */
export async function noteThere(
  writer: ClickHouseWriter,
  noting: Noting,
  sidesOf: (aside: Aside) => Promise<Sides>,
): Promise<number | null> {
  const aside = new Aside(writer)
  try {
    const reading = readingThere(writer, noting.clock.zone)
    return await noteRestated({ ...noting, reading, sides: () => sidesOf(aside) })
  } finally {
    await aside.drop()
  }
}

/** Hidden tables that are dropped once they were read. */
export class Aside {
  readonly #writer: ClickHouseWriter
  readonly #made: string[] = []

  constructor(writer: ClickHouseWriter) {
    this.#writer = writer
  }

  async #like(table: string): Promise<string> {
    const name = await this.#writer.stage({ like: table })
    this.#made.push(name)
    return name
  }

  /** Of all rows of tables that are alike; nothing is copied. */
  async joining(tables: readonly [string, ...string[]]): Promise<string> {
    const name = await this.#like(tables[0])
    for (const table of tables)
      await this.#writer.change(`ALTER TABLE ${named(name)} ATTACH PARTITION tuple() FROM ${named(table)}`)
    return name
  }

  /** Of the rows that meet a condition. */
  async holding(table: string, where: string): Promise<string> {
    const name = await this.#like(table)
    await this.#writer.change(`INSERT INTO ${named(name)} SELECT * FROM ${named(table)} WHERE ${where}`)
    return name
  }

  /** Of the rows that agree with some of another table in the keys. */
  agreeing(table: string, fresh: string, keys: readonly string[]): Promise<string> {
    return this.holding(table, agrees(keys, fresh))
  }

  /** Of all rows but those that meet a condition. */
  async without(table: string, where: string): Promise<string> {
    const name = await this.joining([table])
    await this.#writer.change(`ALTER TABLE ${named(name)} DELETE WHERE ${where} SETTINGS mutations_sync = 2`)
    return name
  }

  /** What stays is dropped by the nightly job. */
  async drop(): Promise<void> {
    for (const name of this.#made) await this.#writer.drop(name).catch(() => undefined)
  }
}

/** A table as it was when something was last loaded into it: merges change its time, too. */
export const lastLoaded = <Table extends { updatedAt: string }>(
  table: Table,
  loads: readonly TableLoad[] = [],
): Table => ({ ...table, updatedAt: loads.at(-1)?.at ?? table.updatedAt })

export async function columnsThere(writer: ClickHouseWriter, table: string) {
  const rows = await writer.rows<[string, string]>(
    `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = ${text(table)} ORDER BY position`,
  )
  return rows.map(([name, type]) => ({ name, type: duckdbType(type), comment: '' }))
}

/** What a note says of the rows that count from then on. */
export const contentThere = {
  load: (load: string) => `load ${load}`,
  without: (load: string) => `gone ${load}`,
  table: (id: string | null) => `table ${id}`,
}

/** Whether what a note told came about. */
export async function cameAbout(writer: ClickHouseWriter, table: string, content: string): Promise<boolean> {
  if (content === contentThere.table(await writer.idOf(table))) return true
  const loads = (await writer.loads(table)).map(loadText)
  if (content.startsWith('gone ')) return !loads.some((load) => content === contentThere.without(load))
  return loads.some((load) => content === contentThere.load(load))
}
