// Records a fire's data: its last periods, the compared figures, and the main contributors to the change.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import { leavesOf } from '#shared/branches.ts'
import { AppError } from '#shared/errors.ts'
import { type AlarmFinding, type AlarmMover, type AlarmRule, ledTo } from '#features/alarm/contract.ts'
import { evaluate } from '../checking/evaluating.ts'
import type { ValueCell } from '../checking/figures.ts'
import { periodOf } from '../checking/periods.ts'
import type { AlarmDeps } from '../deps.ts'
import type { StoredFire } from '../objectKinds.ts'
import { asksFigures } from '../rule.ts'
import { type Line, linesOf } from '../running/lines.ts'
import { targetOf } from '../running/target.ts'
import { fixedShape, moversOf } from './movers.ts'

export interface MomentData {
  periods: string[]
  lines: Line[]
}

interface Description {
  data: MomentData
  movers: AlarmMover[]
  moverProblem: string
}

const shownPeriods = { day: 30, hour: 48 }
const noData: MomentData = { periods: [], lines: [] }

export async function describeFire(
  deps: AlarmDeps,
  model: Model,
  { rule, scope }: { rule: AlarmRule; scope: RowScope },
  fire: Pick<StoredFire, 'cells' | 'period' | 'findings'>,
  signal: AbortSignal,
): Promise<Description> {
  const finding = (JSON.parse(fire.findings) as AlarmFinding[]).find(
    (one) => ledTo(one) && one.point !== null,
  )
  if (!finding || !asksFigures(rule)) return { data: noData, movers: [], moverProblem: '' }
  const { grain } = rule.watch
  const cells = JSON.parse(fire.cells) as ValueCell[]
  const period = periodOf(grain, fire.period)
  const { filters } = fixedShape(rule, cells)
  const own = {
    ...rule,
    lasting: 1,
    watch: { ...rule.watch, dims: [], filters: [...filters] as NonNullable<AlarmRule['watch']['filters']> },
  }
  const data = await momentOf(deps, model, own, scope, period, signal)
  const condition = leavesOf(rule.conditions).find(
    (one) => one.kind === 'change' && one.point === finding.point,
  )
  const against = condition?.against ?? (grain === 'hour' ? 'yesterday' : 'week')
  try {
    const question = { rule, scope, cells, point: finding.point ?? 0, period, against }
    return { data, movers: await moversOf(deps, model, question, signal), moverProblem: '' }
  } catch (error) {
    signal.throwIfAborted()
    const moverProblem = error instanceof AppError ? error.message : '变化来源计算失败'
    return { data, movers: [], moverProblem }
  }
}

async function momentOf(
  deps: AlarmDeps,
  model: Model,
  rule: AlarmRule,
  scope: RowScope,
  period: number,
  signal: AbortSignal,
): Promise<MomentData> {
  const span = { first: period - shownPeriods[rule.watch.grain] + 1, last: period }
  const target = await targetOf(deps, model, rule, scope, () => span, { now: new Date(), signal })
  const [found] = await evaluate(deps, model, [target], { signal })
  if (!found || found instanceof AppError) return noData
  const periods = found.values[0]?.periods ?? []
  return { periods: periods.map(({ text }) => text), lines: linesOf(rule, periods) }
}
