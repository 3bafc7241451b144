// Statements that list what is behind a cell of players' value (plan/cohort/value/lists.ts): players, the rows of their
// first days and of the revenue, and the cost's rows. They begin like the report's statement; then
//
//   _members   the players of the cell's row that are asked for
import type { PhysicalColumn } from '#semantic/model/expression/columns.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { ValuePlan } from '#semantic/plan/cohort/tree.ts'
import type { ValueList } from '#semantic/plan/cohort/value/lists.ts'
import { cellConditions, type WantedCells } from '#semantic/sql/cell.ts'
import type { Dialect } from '#semantic/sql/dialect.ts'
import { mostColumns, type RowsStatements } from '#semantic/sql/factRows.ts'
import { define, indent, select } from '#semantic/sql/select.ts'
import { freePrefix, type Statement } from '#semantic/sql/statement.ts'
import { Writer } from '#semantic/sql/writer.ts'
import { identityColumns, type PlayerColumn } from '../identity.ts'
import {
  column,
  conjunction,
  entriesParts,
  entryRowsText,
  fromFact,
  fromFollowed,
  ofRow,
} from '../players.ts'
import { reached } from './levels.ts'
import { paidRows, paidText, peopleText, sameCohort } from './people.ts'
import { isSpent, own, type Source, sourcesOf } from './sources.ts'
import { costText } from './stack.ts'

interface WantedLists {
  lists: ValueList[]
  cells: WantedCells
  /** Row limit of each list. */
  limit: number
  /** Finds a fact's table by its physical name. */
  physical: (name: string) => PhysicalTable | undefined
}

export function writeValueLists(plan: ValuePlan, wanted: WantedLists, dialect: Dialect): RowsStatements[] {
  return wanted.lists.map((list) => {
    const physical = list.table === null ? undefined : wanted.physical(list.table)
    const facts = (physical?.columns ?? []).slice(0, mostColumns)
    const tables = [...new Set(plan.tables)]
    const statement = (limit: number | null): Statement => {
      const writer = new Writer(dialect)
      const sql = new ValueListing(plan, list, wanted.cells, freePrefix(tables), writer).text(facts, limit)
      return { sql, params: writer.params, tables }
    }
    const shown = list.what === 'players' ? playerColumns(plan) : facts
    return {
      title: list.title,
      table: physical?.name ?? '',
      columns: shown.map(({ name, comment, type }) => ({ name, comment, type })),
      list: statement(wanted.limit),
      count: statement(null),
    }
  })
}

/** Game, player, first day, and what they paid in the first n days. */
function playerColumns(plan: ValuePlan): PlayerColumn[] {
  const { entries } = plan
  return [
    ...identityColumns({ hasGame: entries.game !== null, listedBy: entries.listedBy }),
    {
      name: 'first_day',
      comment: '首日',
      type: 'DATE',
      text: (writer) => writer.dialect.aggregate('min', column('day', writer), null),
    },
    ...plan.days.map(({ days }): PlayerColumn => {
      const key = `v${days}`
      return {
        name: key,
        comment: plan.columns.find((one) => one.key === key)?.title ?? '',
        type: 'DOUBLE',
        text: (writer) => writer.dialect.aggregate('sum', writer.name(key), null),
      }
    }),
  ]
}

/** Writes one list's statement. */
class ValueListing {
  readonly #plan: ValuePlan
  readonly #list: ValueList
  readonly #cells: WantedCells
  readonly #prefix: string
  readonly #writer: Writer
  readonly #rows: Source
  readonly #source: Source

  constructor(plan: ValuePlan, list: ValueList, cells: WantedCells, prefix: string, writer: Writer) {
    this.#plan = plan
    this.#list = list
    this.#cells = cells
    this.#prefix = prefix
    this.#writer = writer
    const { rows, total } = sourcesOf(plan, prefix)
    this.#rows = rows
    this.#source = cells.size > 0 ? rows : total
  }

  /** Null `limit`: the number of players or rows instead of their list. */
  text(facts: PhysicalColumn[], limit: number | null): string {
    if (this.#list.what === 'players') return this.#players(limit)
    const parts = this.#list.what === 'spent' ? [] : this.#membersParts()
    const rows = this.#factRows(facts)
    const text =
      limit === null
        ? select(['count(*)'], [`FROM (\n${indent(rows)}\n) AS listed`])
        : `${rows}\nLIMIT ${limit}`
    return parts.length === 0 ? text : `WITH ${parts.join(',\n')}\n${text}`
  }

  get #members(): string {
    return `${this.#prefix}members`
  }

  #players(limit: number | null): string {
    const writer = this.#writer
    const hasGame = this.#plan.entries.game !== null
    const player = column('player', writer)
    const keys = [...(hasGame ? [column('game', writer)] : []), player].join(', ')
    const from = `FROM ${this.#members}`
    const first = writer.dialect.aggregate('min', column('day', writer), null)
    const text =
      limit === null
        ? `SELECT ${writer.dialect.aggregate('count', null, null)} FROM (SELECT DISTINCT ${keys} ${from}) AS everybody`
        : select(
            playerColumns(this.#plan).map(({ name, text: own }) => `${own(writer)} AS ${writer.name(name)}`),
            [from, `GROUP BY ${keys}`, `ORDER BY ${first}, ${player}`, `LIMIT ${limit}`],
          )
    return `WITH ${this.#membersParts().join(',\n')}\n${text}`
  }

  /** Common table expressions; the last one defines the members. */
  #membersParts(): string[] {
    const plan = this.#plan
    const writer = this.#writer
    const names = { entries: `${this.#prefix}entries`, paid: `${this.#prefix}paid` }
    const [people, costed] = [`${this.#prefix}people`, `${this.#prefix}costed`]
    const conditions = this.#memberConditions()
    const keys = this.#source.dims.map((index) => plan.entries.dims[index]?.key ?? '')
    const members = select(
      ['p.*'],
      [
        `FROM ${people} AS p`,
        this.#list.isCosted
          ? `${writer.dialect.semiJoin} ${costed} AS c ON ${sameCohort(keys, writer)}`
          : null,
        conditions.length === 0 ? null : `WHERE ${conditions.join(' AND ')}`,
      ],
    )
    return [
      ...entriesParts(plan.entries, names.entries, writer),
      define(names.paid, paidText(plan, names.entries, writer)),
      define(people, peopleText(plan, names, writer)),
      ...(this.#list.isCosted ? [define(costed, this.#costedText(keys))] : []),
      define(writer.dialect.materialized(this.#members), members),
    ]
  }

  /** Cohorts with a cost; none where the row has a dimension that the cost lacks. */
  #costedText(keys: string[]): string {
    const writer = this.#writer
    const names = [...keys.map((key) => writer.name(key)), column('day', writer)]
    const { dims } = this.#source.hasCost ? this.#source : { dims: [] as number[] }
    const known = names.map((name, at) =>
      this.#source.hasCost || at === names.length - 1 ? name : `NULL AS ${name}`,
    )
    const spent = costText(this.#plan, { dims }, writer)
    const isNone = this.#source.hasCost ? '' : ' AND 1 = 0'
    return select(known, [
      `FROM (\n${indent(spent)}\n) AS spent`,
      `WHERE ${isSpent(writer.name(own.cost))}${isNone}`,
    ])
  }

  #memberConditions(): string[] {
    const { day, hasPaid } = this.#list
    const writer = this.#writer
    const dimensions = this.#plan.columns.filter(({ kind }) => kind === 'dimension')
    const ofCells = cellConditions(dimensions, this.#cells, writer.dialect, (value) => writer.bind({ value }))
    const isByDay = this.#plan.rowsByDay && this.#cells.size > 0
    const counts = day === null ? null : reached(day, isByDay, column('day', writer), writer)
    return [
      ...ofCells,
      ...(counts === null ? [] : [counts]),
      ...(hasPaid && day !== null ? [`${writer.name(paidRows(day.days))} > 0`] : []),
    ]
  }

  #factRows(facts: PhysicalColumn[]): string {
    const plan = this.#plan
    const writer = this.#writer
    const { what } = this.#list
    if (what === 'first')
      return entryRowsText(plan.entries, this.#members, facts, `${this.#prefix}place`, writer)
    const named = facts.map((one) => ofRow(one, writer))
    if (what === 'spent') return select(named, this.#spentRows())
    const { value } = plan.earned
    const [from, join, where] = fromFollowed(plan.earned, this.#members, writer, writer.dialect.semiJoin)
    const age = `${writer.write(plan.age)} BETWEEN 0 AND ${(this.#list.day?.days ?? plan.horizon) - 1}`
    const condition = value.condition === null ? '' : ` AND ${writer.conjunct(value.condition)}`
    return select(named, [from, `${join} AND ${age}`, `${where}${condition}`])
  }

  /** The cost's rows of the cell's row, on the days that count. */
  #spentRows(): string[] {
    const plan = this.#plan
    const writer = this.#writer
    const cost = plan.cost as NonNullable<ValuePlan['cost']>
    const texts = new Map(
      this.#rows.dims.map((index) => {
        const node = cost.dims[index] ?? null
        return [plan.entries.dims[index]?.key ?? '', node === null ? null : `(${writer.value(node)})`]
      }),
    )
    // A row with a dimension that the cost lacks has none.
    const isKnown = this.#cells.size === 0 || this.#rows.hasCost
    const cells = isKnown
      ? cellConditions(
          plan.columns.filter(({ kind }) => kind === 'dimension'),
          this.#cells,
          { ...writer.dialect, identifier: (key) => texts.get(key) ?? 'NULL' },
          (value) => writer.bind({ value }),
        )
      : ['1 = 0']
    const { day } = this.#list
    const isByDay = plan.rowsByDay && this.#cells.size > 0
    const counts = day === null ? null : reached(day, isByDay, `(${writer.write(cost.day)})`, writer)
    const condition = cost.value.condition === null ? [] : [writer.conjunct(cost.value.condition)]
    const where = [
      conjunction(cost.where, writer),
      ...condition,
      ...cells,
      ...(counts === null ? [] : [counts]),
    ]
    return [...fromFact(cost.physicalName, cost.joins, writer), `WHERE ${where.join(' AND ')}`]
  }
}
