// Records a fire's data: its last periods, the compared figures, and the main contributors to the change.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import { leavesOf } from '#shared/branches.ts'
import { AppError } from '#shared/errors.ts'
import { type AlarmFinding, type AlarmMover, type AlarmRule, ledTo } from '#features/alarm/contract.ts'
import { evaluate } from '../checking/evaluating.ts'
import type { ValueCell } from '../checking/figures.ts'
import { minuteOf, periodOf } from '../checking/periods.ts'
import type { AlarmDeps } from '../deps.ts'
import type { StoredFire } from '../objectKinds.ts'
import { comparableRuns } from '../queries/history.ts'
import { judgeRuns } from '../queries/judging.ts'
import { queryOf } from '../queries/points.ts'
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
  fire: Pick<StoredFire, 'alarm_id' | 'cells' | 'period' | 'findings'>,
  signal: AbortSignal,
): Promise<Description> {
  const finding = (JSON.parse(fire.findings) as AlarmFinding[]).find(
    (one) => ledTo(one) && one.point !== null,
  )
  if (!finding || !asksFigures(rule)) return { data: noData, movers: [], moverProblem: '' }
  if (queryOf(rule)) return { data: await runsOf(deps, rule, fire), movers: [], moverProblem: '' }
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
  const usual = grain === 'hour' ? 'yesterday' : 'week'
  const { against = usual } = condition ?? {}
  try {
    const compared = against === 'run' ? usual : against
    const question = { rule, scope, cells, point: finding.point ?? 0, period, against: compared }
    return { data, movers: await moversOf(deps, model, question, signal), moverProblem: '' }
  } catch (error) {
    signal.throwIfAborted()
    const moverProblem = error instanceof AppError ? error.message : '变化来源计算失败'
    return { data, movers: [], moverProblem }
  }
}

/** The value's runs up to the fire. */
async function runsOf(
  deps: AlarmDeps,
  rule: AlarmRule,
  { alarm_id, cells, period }: Pick<StoredFire, 'alarm_id' | 'cells' | 'period'>,
): Promise<MomentData> {
  const runs = (await comparableRuns(deps.metadata.db, { alarm: alarm_id, asOf: period })).filter(
    ({ minute }) => minute <= minuteOf(period),
  )
  const found = judgeRuns({ ...rule, lasting: 1 }, runs, runs[0]?.minute)
  const periods = found.values.find(({ value }) => value.key === cells)?.periods ?? []
  return { periods: periods.map(({ text }) => text), lines: linesOf(rule, periods) }
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
