// The calculations of a request, each validated; messages name the point, and what the calculation expects.
import type { PointDefinition } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { calculationTitles } from '#semantic/model/titles.ts'
import { type Calculation, calculationKinds, type Dimension, type ReportInfo } from '#semantic/model/types.ts'
import { withoutCalculation } from './withoutCalculation.ts'

const mostCalculations = 50
const mostPeriods = 366
const mostNumber = 999

export interface ReadCalculation {
  asked: Calculation
  definition: PointDefinition
  /** Key of the calculation's column. */
  key: string
  /** How messages name the calculation: 「充值金额」的移动平均. */
  subject: string
}

const calculationKey = ({ number, of }: Pick<Calculation, 'number' | 'of'>): string => `p${of}_c${number}`

export function readCalculations(
  { calculations = [] }: Pick<ReportInfo, 'calculations'>,
  selected: PointDefinition[],
  dims: Dimension[],
  lookup: Lookup,
): ReadCalculation[] {
  if (calculations.length > mostCalculations) throw reportInvalid(`计算列过多，最多 ${mostCalculations} 个`)
  const numbers = new Set<number>()
  return calculations.map((asked) => {
    if (!calculationKinds.includes(asked.kind)) throw reportInvalid(`没有计算「${String(asked.kind)}」`)
    if (!Number.isInteger(asked.number) || asked.number < 1 || asked.number > mostNumber)
      throw reportInvalid(`计算列的编号「${String(asked.number)}」应为 1 到 ${mostNumber} 的整数`)
    if (numbers.has(asked.number))
      throw reportInvalid(`两个计算列的编号都是 ${asked.number}，请给其中一个换一个编号`)
    numbers.add(asked.number)
    const definition = definitionOf(asked, selected, lookup)
    const subject = `指标「${definition.point.name}」的${calculationTitles[asked.kind]}`
    const reason = withoutCalculation(asked, definition, dims)
    if (reason !== null)
      throw reportInvalid(`指标「${definition.point.name}」没有${calculationTitles[asked.kind]}：${reason}`)
    checkDetails(asked, subject, dims, lookup)
    return { asked, definition, key: calculationKey(asked), subject }
  })
}

function definitionOf({ of }: Calculation, selected: PointDefinition[], lookup: Lookup): PointDefinition {
  const definition = selected.find(({ point }) => point.id === of)
  if (definition !== undefined) return definition
  const point = lookup.points.get(of)
  if (point === undefined)
    throw reportInvalid('要计算的指标已被删除，请重新选择', { missing: [`指标 #${String(of)}`] })
  throw reportInvalid(`不能计算指标「${point.name}」：它不在报表里，请先加上它`)
}

function checkDetails(asked: Calculation, subject: string, dims: Dimension[], lookup: Lookup): void {
  const { kind, periods, within = [], along } = asked
  const isWindow = kind === 'average' || kind === 'sum'
  if (
    isWindow &&
    (!Number.isInteger(periods) || (periods as number) < 2 || (periods as number) > mostPeriods)
  )
    throw reportInvalid(`${subject}的期数「${String(periods)}」应为 2 到 ${mostPeriods} 的整数`)
  if (kind === 'rank' || kind === 'share') for (const id of within) requireDim(id, subject, dims, lookup)
  if (isFixed(kind) && along !== undefined) requireDim(along, subject, dims, lookup)
  if (dims.length === 0 && kind !== 'share')
    throw reportInvalid(`${subject}需要分组维度：没有维度时只有一行；请先选择维度，或去掉这个计算`)
}

export const isFixed = (kind: Calculation['kind']): kind is 'difference' | 'change' | 'index' =>
  kind === 'difference' || kind === 'change' || kind === 'index'

function requireDim(id: number, subject: string, dims: Dimension[], lookup: Lookup): void {
  if (dims.some((dimension) => dimension.id === id)) return
  const known = lookup.dimensions.get(id)
  if (known === undefined)
    throw reportInvalid(`${subject}用到的维度已被删除，请重新选择`, { missing: [`维度 #${String(id)}`] })
  throw reportInvalid(`${subject}用到的维度「${known.name}」不在报表里，请先加上它，或换一个维度`)
}
