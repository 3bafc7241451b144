// Conditions on the result's rows as nodes over the aggregated rows (source `r`).
//
//   { point: 11, op: 'gt', values: [100] }                            r."p11" > CAST($1 AS DOUBLE)
//   { point: 11, op: 'gt', than: { point: 12, times: 1.2 } }          r."p11" > r."p12" * 1.2
//   { point: 11, op: 'gt', than: { past: 'week' } }                   r."p11_now_week" > r."p11_past_week"
//   { point: 11, op: 'isNull', than: { past: 'week' } }               empty now, a figure a week ago: lost rows
//   渠道 = x OR the first condition                                    r."d4" IN (…) OR r."p11" > …
import type { PointDefinition } from '#semantic/model/definitions.ts'
import { type Expression, type Kind, nowhere } from '#semantic/model/expression/tree.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Dimension, PastPeriod, ReportFilter } from '#semantic/model/types.ts'
import { readTree } from '../asked/conditions.ts'
import { dimensionFilter, pointFilter } from '../asked/filters.ts'
import { type GrainChoice, grainOf } from '../asked/grain.ts'
import { type RowConditions, thanOperators } from '../asked/rowConditions.ts'
import { binary, bindNames, isNull } from '../tree/build.ts'
import { resultField } from '../tree/computed.ts'
import { keepDecimals } from '../tree/decimals.ts'
import { exactOf } from '../tree/exact.ts'
import { rowSource } from '../tree/reached.ts'
import type { Field, Node, TopPlan } from '../tree/tree.ts'

/** The grouping of a report's rows. */
interface Rows {
  dims: Dimension[]
  grain: GrainChoice
  top: TopPlan | null
  /** Each dimension's expression in one of the facts, and the kind that all facts agree on. */
  columns: { node: Node; kind: Kind }[]
}

/** Throws report_invalid for a condition that can't be decided for rows. */
export function rowNodes({ conditions, definitions, dimensions }: RowConditions, rows: Rows): Node[] {
  return conditions.flatMap((condition) => {
    const read = readTree<null>(condition, (filter) => {
      const node =
        filter.dim === undefined
          ? ofPoint(filter, definitions)
          : ofDimension(filter, dimensions.get(filter.dim) as Dimension, rows)
      return () => node
    })
    return read(null) ?? []
  })
}

function ofPoint(filter: ReportFilter, definitions: ReadonlyMap<number, PointDefinition>): Node | null {
  const own = definitions.get(filter.point as number) as PointDefinition
  const { than } = filter
  if (than === undefined) return pointFilter(filter, own.point.name, own.kind, resultField(own))
  if ('past' in than) {
    const [now, past] = [column(own, nowKey(own, than.past)), column(own, pastKey(own, than.past))]
    if (filter.op === 'isNull') return binary('and', isNothing(now), isSomething(past))
    if (filter.op === 'isNotNull') return binary('and', isSomething(now), isNothing(past))
    return compared(filter, now, past)
  }
  const other = definitions.get(than.point) as PointDefinition
  return compared(filter, resultField(own), resultField(other))
}

const zero: Node = { kind: 'number', text: '0', at: nowhere }
/** Empty or 0, whichever the point shows when it has no data. */
const isNothing = (figure: Field): Node => binary('or', isNull(figure), binary('=', figure, zero))
const isSomething = (figure: Field): Node => binary('<>', figure, zero)

/** Built as a formula, so that decimals are compared with all their digits. */
function compared({ op, than }: ReportFilter, own: Field, other: Field): Node {
  const left: Expression = { kind: 'point', name: 'own', at: nowhere }
  const right: Expression = { kind: 'point', name: 'other', at: nowhere }
  const times: Expression = { kind: 'number', text: String(than?.times ?? 1), at: nowhere }
  const expression: Expression = {
    kind: 'binary',
    operator: thanOperators[op] as '>',
    left,
    right:
      than?.times === undefined
        ? right
        : { kind: 'binary', operator: '*', left: right, right: times, at: nowhere },
    at: nowhere,
  }
  const named = (name: string): Field => (name === 'own' ? own : other)
  const kept = keepDecimals(expression, { text: '', leaf: ({ name }) => named(name).type })
  return bindNames(kept, ({ name }) => named(name))
}

/** Column of a point's figure in the other period, and of its own figure over the compared days. */
const pastKey = ({ point }: PointDefinition, past: PastPeriod): string => `p${point.id}_past_${past}`
const nowKey = ({ point }: PointDefinition, past: PastPeriod): string => `p${point.id}_now_${past}`

const column = (definition: PointDefinition, name: string): Field => ({ ...resultField(definition), name })

function ofDimension(filter: ReportFilter, dimension: Dimension, rows: Rows): Node | null {
  const title = `维度「${dimension.name}」`
  const place = rows.dims.findIndex(({ id }) => id === dimension.id)
  const together = `${title}与指标的条件同在一个「任一」组里，要按报表的行来判断`
  if (place < 0)
    throw reportInvalid(`${together}，但它不在报表的维度里：请把它加到维度，或把它的条件移到组外`)
  if (rows.top?.dim === `d${dimension.id}`)
    throw reportInvalid(
      `${together}，而它只显示前 ${rows.top.count} 个，其余合成一行：请去掉「前 N」，或把条件移到组外`,
    )
  const grain = grainOf(dimension, rows.grain)
  if (dimension.types === 'time' || (grain !== null && grain !== 'day'))
    throw reportInvalid(`${together}，而一行不止一天（或一刻）：请按日统计，或把它的条件移到组外`)
  const { node, kind } = rows.columns[place] as Rows['columns'][number]
  const field: Node = {
    kind: 'field',
    source: rowSource,
    name: `d${dimension.id}`,
    type: kind,
    narrow: false,
    exact: exactOf(node),
  }
  return dimensionFilter(filter, dimension)({ node: field, kind, days: null })
}
