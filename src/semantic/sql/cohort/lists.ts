// Statements that list the players behind a cell, and the facts' rows because of which they count
// (plan/cohort/lists.ts). They begin like the report's statement; then
//
//   _members   the entries (or a distribution's players) of the cell's row that are asked for:
//              SELECT * FROM _people WHERE "d1" = CAST($2 AS DATE) AND … AND ("_come" & 1) <> 0
//
// A player of several entries (in several rows of the report) is listed once, as the figure counts one; a row of a
// fact is listed once, too.

import type { PhysicalColumn } from '#semantic/model/expression/columns.ts'
import type { PhysicalTable, ReportColumn } from '#semantic/model/types.ts'
import type { CohortList } from '#semantic/plan/cohort/lists.ts'
import type { DistributionPlan, FunnelPlan, PlayerRows, RetentionPlan } from '#semantic/plan/cohort/tree.ts'
import { exactOf } from '#semantic/plan/tree/exact.ts'
import type { Node } from '#semantic/plan/tree/tree.ts'
import { cellConditions, type WantedCells } from '../cell.ts'
import type { Dialect } from '../dialect.ts'
import { mostColumns, type RowsStatements } from '../factRows.ts'
import { define, select } from '../select.ts'
import { freePrefix, type Statement } from '../statement.ts'
import { Writer } from '../writer.ts'
import {
  mergedText,
  placeText,
  peopleText as valuedPeopleText,
  valuedText,
  valueKey,
  valuesText,
} from './distribution.ts'
import { peopleText as funnelPeopleText, stepText, takenKey } from './funnel.ts'
import { gaps } from './gone.ts'
import { identityColumns, type PlayerColumn } from './identity.ts'
import {
  column,
  conjunction,
  entriesParts,
  entryRowsText,
  fromFact,
  fromFollowed,
  keptEntry,
  keyColumns,
  ofRow,
  sameEntry,
} from './players.ts'
import { bits, namesIn, returnedParts, peopleText as returnedPeopleText } from './retention.ts'
import { ageText, countsAt, reached } from './returns.ts'

type CohortsPlan = RetentionPlan | FunnelPlan | DistributionPlan

interface WantedLists {
  lists: CohortList[]
  cells: WantedCells
  /** Row limit of each list. */
  limit: number
  /** Finds a fact's table by its physical name. */
  physical: (name: string) => PhysicalTable | undefined
}

export function writeLists(plan: CohortsPlan, wanted: WantedLists, dialect: Dialect): RowsStatements[] {
  return wanted.lists.map((list) => {
    const cells = list.whole ? new Map([...wanted.cells].filter(([key]) => key !== 'b')) : wanted.cells
    const physical = list.table === null ? undefined : wanted.physical(list.table)
    const facts = (physical?.columns ?? []).slice(0, mostColumns)
    const tables = [...new Set(plan.tables)]
    const statement = (isCount: boolean): Statement => {
      const writer = new Writer(dialect)
      const listing = new Listing(plan, list, cells, freePrefix(tables), writer)
      const sql =
        list.what === 'players'
          ? listing.players(isCount ? null : wanted.limit)
          : listing.rows(facts, isCount ? null : wanted.limit)
      return { sql, params: writer.params, tables }
    }
    return {
      title: list.title,
      table: physical?.name ?? '',
      columns:
        list.what === 'players'
          ? playerColumns(plan, cells).map(({ name, comment, type }) => ({ name, comment, type }))
          : facts.map(({ name, comment, type }) => ({ name, comment, type })),
      list: statement(false),
      count: statement(true),
    }
  })
}

/** Prefix of the columns with the moment at which a player first took a step: `_at2`, `_at3`. */
const momentKey = '_at'

/**
 * Columns of a list of players: game, player, and what they did (first day, dimensions, return days or steps,
 * value).
 */
function playerColumns(plan: CohortsPlan, cells: WantedCells): PlayerColumn[] {
  const { listedBy } = plan.kind === 'distribution' ? plan : plan.entries
  return [...identityColumns({ hasGame: hasGameOf(plan), listedBy }), ...did(plan, cells)]
}

function hasGameOf(plan: CohortsPlan): boolean {
  return (plan.kind === 'distribution' ? plan.people : plan.entries).game !== null
}

function did(plan: CohortsPlan, cells: WantedCells): PlayerColumn[] {
  if (plan.kind === 'distribution')
    return [
      {
        name: 'value',
        comment: plan.columns.find(({ key }) => key === 'v')?.title ?? '',
        type: 'DOUBLE',
        text: (writer) => mergedText(plan, writer.name(valueKey), writer),
      },
    ]
  const least = (name: string, writer: Writer): string =>
    writer.dialect.aggregate('min', writer.name(name), null)
  const firstDay: PlayerColumn = {
    name: 'first_day',
    comment: plan.kind === 'retention' ? '首日' : '第一步的日期',
    type: 'DATE',
    text: (writer) => writer.dialect.aggregate('min', column('day', writer), null),
  }
  // The dimensions of the cell's row are the same for all its players.
  const dims = plan.entries.dims
    .filter(({ key }) => !cells.has(key))
    .map(({ key, node }): PlayerColumn => {
      const title = plan.columns.find((one) => one.key === key)?.title ?? key
      return {
        name: key,
        comment: title,
        type: 'VARCHAR',
        text: (writer) =>
          writer.dialect.joined(writer.dialect.cast(writer.name(key), 'varchar', null, exactOf(node))),
      }
    })
  const further =
    plan.kind === 'retention'
      ? plan.how === 'gone'
        ? goneColumns
        : plan.days.map((one): PlayerColumn => {
            const title = plan.columns.find(({ key }) => key === `n${one.day}`)?.title ?? ''
            return {
              name: `n${one.day}`,
              comment: title,
              type: 'INTEGER',
              text: (writer) => cameText(one, writer),
            }
          })
      : plan.steps.map((_, index): PlayerColumn => {
          const key = `s${index + 2}`
          const title = plan.columns.find((one) => one.key === key)?.title ?? ''
          return {
            name: key,
            comment: title,
            type: 'TIMESTAMP',
            text: (writer) => least(`${momentKey}${index + 2}`, writer),
          }
        })
  return [firstDay, ...dims, ...further]
}

const gapColumn = (name: 'gone' | 'back', comment: string): PlayerColumn => ({
  name,
  comment,
  type: 'INTEGER',
  text: (writer) => writer.dialect.aggregate('max', writer.name(gaps[name]), null),
})

/** How long a player was gone, in place of the days of a return. */
const goneColumns: PlayerColumn[] = [
  gapColumn('gone', '最长连续未回的天数'),
  gapColumn('back', '回来之前最长连续未回的天数'),
]

/** 1 where the player came back on the day, 0 where not, null where the day is still to come. */
function cameText(one: RetentionPlan['days'][number], writer: Writer): string {
  const { dialect } = writer
  const came = dialect.hasBit(dialect.bitOr(writer.name(bits.come), null), one.bit)
  const day = dialect.aggregate('min', column('day', writer), null)
  const could = reached(one, true, day, writer)
  return `CASE WHEN ${came} THEN 1${could === null ? ' ELSE 0' : ` WHEN ${could} THEN 0`} END`
}

/** Writes one list's statement. */
class Listing {
  readonly #plan: CohortsPlan
  readonly #list: CohortList
  readonly #cells: WantedCells
  readonly #prefix: string
  readonly #writer: Writer

  constructor(plan: CohortsPlan, list: CohortList, cells: WantedCells, prefix: string, writer: Writer) {
    this.#plan = plan
    this.#list = list
    this.#cells = cells
    this.#prefix = prefix
    this.#writer = writer
  }

  /** Null `limit`: the number of players instead of their list. */
  players(limit: number | null): string {
    const writer = this.#writer
    const parts = this.#membersParts()
    const player = column('player', writer)
    const from = `FROM ${this.#members}`
    const text =
      limit === null
        ? this.#hasGame
          ? `SELECT ${writer.dialect.aggregate('count', null, null)} FROM (SELECT DISTINCT ${column('game', writer)}, ${player} ${from}) AS everybody`
          : select([writer.dialect.aggregate('distinct', player, null)], [from])
        : select(
            playerColumns(this.#plan, this.#cells).map(
              ({ name, text }) => `${text(writer)} AS ${writer.name(name)}`,
            ),
            [
              from,
              `GROUP BY ${this.#hasGame ? `${column('game', writer)}, ` : ''}${player}`,
              `ORDER BY ${this.#order()}`,
              `LIMIT ${limit}`,
            ],
          )
    return `WITH ${parts.join(',\n')}\n${text}`
  }

  rows(columns: PhysicalColumn[], limit: number | null): string {
    const parts = this.#membersParts()
    const own = this.#rowsText(columns, parts)
    const text =
      limit === null
        ? select(['count(*)'], [`FROM (\n${own.replace(/^/gm, '  ')}\n) AS listed`])
        : `${own}\nLIMIT ${limit}`
    return `WITH ${parts.join(',\n')}\n${text}`
  }

  /** Whether one id in two games is two players. */
  get #hasGame(): boolean {
    return hasGameOf(this.#plan)
  }

  get #members(): string {
    return `${this.#prefix}members`
  }

  #order(): string {
    const writer = this.#writer
    const player = column('player', writer)
    return this.#plan.kind === 'distribution'
      ? `${mergedText(this.#plan, writer.name(valueKey), writer)} DESC NULLS LAST, ${player}`
      : `${writer.dialect.aggregate('min', column('day', writer), null)}, ${player}`
  }

  /** Common table expressions; the last one defines the members. */
  #membersParts(): string[] {
    const plan = this.#plan
    const writer = this.#writer
    const people = `${this.#prefix}people`
    const parts =
      plan.kind === 'retention'
        ? this.#retentionParts(plan, people)
        : plan.kind === 'funnel'
          ? this.#funnelParts(plan, people)
          : this.#distributionParts(plan, people)
    const { conditions, bucket } = this.#cellsText()
    const where = [...conditions, ...bucket, ...this.#chosenTexts()]
    const members = select(
      ['*'],
      [`FROM ${people}`, where.length === 0 ? null : `WHERE ${where.join(' AND ')}`],
    )
    return [...parts, define(writer.dialect.materialized(this.#members), members)]
  }

  #cellsText(): { conditions: string[]; bucket: string[] } {
    const plan = this.#plan
    const writer = this.#writer
    const columns: ReportColumn[] = plan.columns.filter(
      ({ kind, role }) => kind === 'dimension' && role !== 'bucket',
    )
    const conditions = cellConditions(columns, this.#cells, writer.dialect, (value) => writer.bind({ value }))
    const label = this.#cells.get('b')
    if (plan.kind !== 'distribution' || label === undefined) return { conditions, bucket: [] }
    const place = plan.buckets.findIndex((bucket) => bucket.label === label)
    return { conditions, bucket: [`${placeText(plan, writer)} = ${place}`] }
  }

  #chosenTexts(): string[] {
    const { of } = this.#list
    const writer = this.#writer
    if (of.kind === 'all') return []
    if (of.kind === 'took') return [`${writer.name(takenKey)} >= ${of.step}`]
    if (of.kind === 'lost' || of.kind === 'back') {
      const gap = of.kind === 'lost' ? gaps.gone : gaps.back
      return [`${writer.name(gap)} >= ${of.day.day}`]
    }
    const could = reached(of.day, this.#isByDay, column('day', writer), writer)
    const came = of.kind === 'returned' ? [writer.dialect.hasBit(writer.name(this.#mask), of.day.bit)] : []
    return [...(could === null ? [] : [could]), ...came]
  }

  /**
   * Whether the cell counts return days that have begun (a row of one cohort day) or only those that are
   * over.
   */
  get #isByDay(): boolean {
    return this.#plan.kind === 'retention' && this.#plan.rowsByDay && this.#cells.size > 0
  }

  get #mask(): string {
    const isLimited = this.#plan.kind === 'retention' && this.#plan.isOver !== null && !this.#isByDay
    return isLimited ? bits.over : bits.come
  }

  #retentionParts(plan: RetentionPlan, people: string): string[] {
    const writer = this.#writer
    const names = namesIn(this.#prefix)
    const more = keyColumns(plan.entries).filter((name) => name === 'game' || name === 'time')
    return [
      ...entriesParts(plan.entries, names.entries, writer),
      ...returnedParts(plan, names, writer),
      define(people, returnedPeopleText(plan, names, writer, more)),
    ]
  }

  #funnelParts(plan: FunnelPlan, people: string): string[] {
    const writer = this.#writer
    const hasGame = plan.entries.game !== null
    const name = (place: number): string => this.#stepName(place)
    const steps = plan.steps.map((step, index) => {
      const moment = writer.dialect.aggregate('min', writer.write(step.moment), null)
      const further = [`${moment} AS ${writer.name(momentKey)}`]
      return define(
        writer.dialect.materialized(name(index + 2)),
        stepText(step, name(index + 1), hasGame, writer, further),
      )
    })
    const taken = plan.steps.map((_, index) => name(index + 2))
    const more = [
      ...keyColumns(plan.entries)
        .filter((key) => key !== 'player')
        .map((key) => keptEntry(key, writer)),
      ...taken.map(
        (step, index) => `${step}.${writer.name(momentKey)} AS ${writer.name(`${momentKey}${index + 2}`)}`,
      ),
    ]
    return [
      ...entriesParts(plan.entries, name(1), writer),
      ...steps,
      define(people, funnelPeopleText(plan, name(1), taken, hasGame, writer, more)),
    ]
  }

  #stepName(place: number): string {
    return `${this.#prefix}step${place}`
  }

  #distributionParts(plan: DistributionPlan, people: string): string[] {
    const writer = this.#writer
    if (plan.valueRows === null) return [define(people, valuedPeopleText(plan, writer))]
    const [whom, values] = [`${people}_all`, `${this.#prefix}values`]
    return [
      define(whom, valuedPeopleText(plan, writer)),
      define(values, valuesText(plan, plan.valueRows, writer)),
      define(people, valuedText(plan, whom, values, writer)),
    ]
  }

  #rowsText(columns: PhysicalColumn[], parts: string[]): string {
    const plan = this.#plan
    const writer = this.#writer
    if (plan.kind === 'distribution') return this.#playersRowsText(plan, columns)
    if (this.#list.what === 'first')
      return entryRowsText(plan.entries, this.#members, columns, `${this.#prefix}place`, writer)
    const named = columns.map((one) => ofRow(one, writer))
    if (plan.kind === 'retention') return this.#returnsText(plan, named)
    const { of } = this.#list
    const step = of.kind === 'took' ? of.step : 1
    return this.#stepRowsText(plan, step, named, parts)
  }

  #returnsText(plan: RetentionPlan, named: string[]): string {
    const writer = this.#writer
    const { returning, unit } = plan
    const { semiJoin } = writer.dialect
    if (unit === 'day') {
      const [from, join, where] = fromFollowed(returning, this.#members, writer, semiJoin)
      return select(named, [from, `${join} AND ${this.#ageText(plan)}`, where])
    }
    // Conditions compare the row with the entry, which a semi-join only allows in ON.
    const [from, join] = fromFollowed({ ...returning, where: [] }, this.#members, writer, semiJoin)
    const where = conjunction(returning.where, writer)
    return select(named, [from, `${join} AND ${where} AND ${this.#ageText(plan)}`])
  }

  #ageText(plan: RetentionPlan): string {
    const writer = this.#writer
    const { of } = this.#list
    const age = ageText(plan, writer)
    if (of.kind !== 'returned') return `${age} >= 1`
    const over = plan.isOver === null || this.#isByDay ? '' : ` AND ${writer.conjunct(plan.isOver)}`
    return `${countsAt(plan, of.day, age)}${over}`
  }

  /** Rows by which the members took a step, after the step before. */
  #stepRowsText(plan: FunnelPlan, step: number, named: string[], parts: string[]): string {
    const writer = this.#writer
    const follow = plan.steps[step - 2] as FunnelPlan['steps'][number]
    const before = `${this.#prefix}before`
    const hasGame = plan.entries.game !== null
    parts.push(
      define(
        before,
        select(
          ['s.*'],
          [
            `FROM ${this.#stepName(step - 1)} AS s`,
            `JOIN ${this.#members} AS m ON ${sameEntry('s', 'm', hasGame, writer)}`,
          ],
        ),
      ),
    )
    // Conditions compare the row with the entry, which a semi-join only allows in ON.
    const { where, ...rest } = follow
    const [from, join] = fromFollowed({ ...rest, where: [] }, before, writer, writer.dialect.semiJoin)
    return select(named, [from, `${join} AND ${conjunction(where, writer)}`])
  }

  #playersRowsText(plan: DistributionPlan, columns: PhysicalColumn[]): string {
    const writer = this.#writer
    const { dialect } = writer
    const isValue = this.#list.what === 'value'
    const rows = (isValue ? plan.valueRows : null) ?? plan.people
    const hasGame = plan.people.game !== null && rows.game !== null
    const member = (name: string): string => `e.${name}`
    const on = [
      ...plan.dims.map((key, index) =>
        dialect.same(member(writer.name(key)), writer.write(rows.dims[index] as Node)),
      ),
      ...(hasGame ? [dialect.same(member(column('game', writer)), writer.write(rows.game as Node))] : []),
      `${member(column('player', writer))} = ${writer.write(rows.player)}`,
    ]
    const condition = isValue ? plan.value.condition : plan.counts
    return select(
      columns.map((one) => ofRow(one, writer)),
      [
        ...fromFact(rows.physicalName, rows.joins, writer),
        `${dialect.semiJoin} ${this.#members} AS e ON ${on.join(' AND ')}`,
        `WHERE ${conjunction(whereOf(rows, condition), writer)}`,
      ],
    )
  }
}

const whereOf = ({ where }: PlayerRows, condition: Node | null): Node[] =>
  condition === null ? where : [...where, condition]
