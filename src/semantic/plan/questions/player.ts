// One player's history: the rows of each fact that belong to the player, within the reader's scope.
import { findColumn, type PhysicalColumn } from '#semantic/model/expression/columns.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { ReportProblem } from '#semantic/model/problem.ts'
import type { CompileContext, PhysicalTable } from '#semantic/model/types.ts'
import { chooseGrain } from '../asked/grain.ts'
import { sightOf } from '../asked/sight.ts'
import { planFact } from '../facts/facts.ts'
import { daySource, type FactTable, factTableOf, gameNode, timeNode } from '../facts/factTable.ts'
import { asText, binary, counted, field } from '../tree/build.ts'
import { dayNode, factSource } from '../tree/reached.ts'
import type { BoundValue, FactPlan, Node } from '../tree/tree.ts'

export interface PlayerAsked {
  /** The game's code; facts without games are read whatever it is. */
  game: string
  player: string
  /** As in WhoAsked. */
  players: readonly string[]
}

export interface PlayerFactPlan {
  title: string
  physical: PhysicalTable
  fact: Pick<FactPlan, 'physicalName' | 'joins' | 'where'>
  /** When it happened: its time, else its day. */
  at: Node
  /** Columns that say who and when, in lower case: the same in each row of the history, or its moment. */
  known: string[]
}

/** `left`: point tables that can't be read in the reader's scope, with the reason in Chinese. */
interface PlayerPlan {
  facts: PlayerFactPlan[]
  left: { title: string; reason: string }[]
}

export function planPlayer(asked: PlayerAsked, lookup: Lookup, context: CompileContext): PlayerPlan {
  const bound = { game: { value: asked.game }, player: { value: asked.player } }
  const plan: PlayerPlan = { facts: [], left: [] }
  for (const table of lookup.pointTables.values()) {
    try {
      const found = planOne(factTableOf(table, lookup), asked, bound, lookup, context)
      if (found !== null) plan.facts.push(found)
    } catch (error) {
      if (!(error instanceof ReportProblem)) throw error
      plan.left.push({ title: table.name, reason: error.message })
    }
  }
  return plan
}

/** Null where the fact has no players or no days. */
function planOne(
  fact: FactTable,
  { players }: PlayerAsked,
  bound: { game: BoundValue; player: BoundValue },
  lookup: Lookup,
  context: CompileContext,
): PlayerFactPlan | null {
  const column = players.map((name) => findColumn(fact.physical, name)).find((known) => known !== undefined)
  const days = daySource(fact, context)
  if (column === undefined || days === null) return null
  const restrictions = {
    dims: [],
    grain: chooseGrain([], undefined),
    filters: [],
    range: null,
    sight: sightOf(context, lookup),
  }
  const { name, game_column, date_column, time_column } = fact.table
  const { plan } = planFact({ fact, leaves: [], title: `「${name}」` }, restrictions, lookup, context)
  const game = gameNode(fact)
  const isGame = game === null ? [] : [isEqual(asText(game.node), bound.game)]
  return {
    title: name,
    physical: fact.physical,
    fact: { ...plan, where: [...plan.where, ...isGame, isPlayer(column, bound.player)] },
    at: timeNode(fact, context) ?? dayNode(days),
    known: [column.name, game_column, date_column, time_column].flatMap((name) => name?.toLowerCase() ?? []),
  }
}

const isEqual = (node: Node, bound: BoundValue): Node =>
  binary('=', node, { kind: 'parameter', bound, type: 'text' })

const wholeNumber = /^(0|-?[1-9]\d{0,17})$/

/** A number is compared as one, so that the warehouse can pass over blocks of rows by it. */
function isPlayer(column: PhysicalColumn, bound: BoundValue): Node {
  const id = counted(field(factSource, column))
  if (id.kind === 'field' && id.type === 'integer' && wholeNumber.test(String(bound.value)))
    return binary('=', id, { kind: 'parameter', bound, type: 'integer' })
  return isEqual(id.kind === 'field' && id.type === 'string' ? id : asText(id), bound)
}
