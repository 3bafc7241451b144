// Handles deleted definitions in a report: they are listed, and the rest of the report runs without them.
import { ReportProblem, withOwnFormulas } from '#semantic/compile.ts'
import { dimsIn, pointsIn } from '#semantic/model/conditions.ts'
import { type GoneThing, goneIds, goneNumber, goneText, type LastName } from '#semantic/model/gone.ts'
import { referencedIds, withoutIds } from '#semantic/model/references.ts'
import type { Dimension, Model, Point, ReportInfo } from '#semantic/model/types.ts'
import { AppError } from '#shared/errors.ts'

/** Throws ReportProblem where the definition can't be compiled. */
type Compile = (info: ReportInfo) => unknown

interface Tolerated {
  info: ReportInfo
  gone: GoneThing[]
}

/** `lastNames`: of deleted definitions. Throws report_invalid where nothing is left to show. */
export function withoutGone(
  info: ReportInfo,
  known: Model,
  compile: Compile,
  lastNames: readonly LastName[] = [],
): Tolerated {
  const { formulas } = info
  const model = withOwnFormulas(known, info)
  // Something missing in an own formula is reported for the formula.
  const used = referencedIds({ ...info, formulas: [] })
  const gone = new GoneList(info, lastNames)
  const dimensions = present(used.dims, model.dimensions, (id) => gone.add('dimension', id))
  const defined = present(used.points, model.points, (id) => gone.add('point', id))
  const { dateRange } = info
  const ask = (dims: number[], points: number[]) =>
    reasonOf(() => compile({ dims, points, ...(formulas && { formulas }), ...(dateRange && { dateRange }) }))
  const points = defined.filter((point) => {
    const reason = ask([], [point.id])
    if (reason !== null) gone.add('point', point.id, point, reason)
    return reason === null
  })
  for (const dimension of dimensions) judge(dimension, points, ask, gone)
  const rest = withoutIds(info, goneIds(gone.things))
  const isPositional = (info.kind ?? 'table') !== 'table'
  if (rest.points.length === 0 || (isPositional && rest.points.length < info.points.length)) {
    if (rest.points.length === 0 && dateRange)
      refuseDays(defined, ask, (part) => compile({ ...part, ...(formulas && { formulas }) }))
    throw nothingLeft(gone.things)
  }
  return { info: rest, gone: gone.things }
}

/** Data of the refusal of days for points without dates. */
export const noDays = { noDays: true }

/** Throws where only the days are impossible for the points: then nothing was deleted. */
function refuseDays(
  points: readonly Point[],
  ask: (dims: number[], points: number[]) => string | null,
  compile: Compile,
): void {
  const [first] = points
  const isLeft = ({ id }: Point) => reasonOf(() => compile({ dims: [], points: [id] })) === null
  if (!first || !points.every(isLeft)) return
  throw new AppError('report_invalid', `${ask([], [first.id]) ?? ''}。日期请改为全部`, noDays)
}

/**
 * A dimension that no point reaches counts as deleted; where only some points don't reach it, those have lost
 * their column.
 */
function judge(
  dimension: Dimension,
  points: Point[],
  ask: (dims: number[], points: number[]) => string | null,
  gone: GoneList,
): void {
  const left = points.filter(({ id }) => !gone.has('point', id))
  if (left.length === 0) return
  if (
    ask(
      [dimension.id],
      left.map(({ id }) => id),
    ) === null
  )
    return
  const reasons = left.map((point) => ({ point, reason: ask([dimension.id], [point.id]) }))
  const lost = reasons.filter(({ reason }) => reason !== null)
  if (lost.length === left.length) gone.add('dimension', dimension.id, dimension, lost[0]?.reason ?? '')
  else for (const { point, reason } of lost) gone.add('point', point.id, point, reason ?? '')
}

class GoneList {
  readonly things: GoneThing[] = []
  readonly #filtered: { dims: Set<number>; points: Set<number> }
  readonly #lastNames: readonly LastName[]

  constructor({ filters = [], compareFilters = [] }: ReportInfo, lastNames: readonly LastName[]) {
    this.#lastNames = lastNames
    const all = [...filters, ...compareFilters]
    this.#filtered = { dims: new Set(dimsIn(all)), points: new Set(pointsIn(all)) }
  }

  /**
   * Lists a missing definition with its reason. Filters on it are not applied, so the report counts more rows than
   * before: the reason says so.
   */
  add(kind: GoneThing['kind'], id: number, thing?: { name: string }, reason = ''): void {
    const isFiltered = (kind === 'dimension' ? this.#filtered.dims : this.#filtered.points).has(id)
    const why = thing ? reason : isFiltered ? '已被删除' : ''
    const told = [why, ...(isFiltered ? ['对它的筛选没有生效'] : [])].filter((text) => text !== '')
    const last = this.#lastNames.find((one) => one.kind === kind && one.id === id)
    this.things.push({ kind, id, name: thing?.name ?? last?.name ?? '', reason: told.join('；') })
  }

  has(kind: GoneThing['kind'], id: number): boolean {
    return this.things.some((thing) => thing.kind === kind && thing.id === id)
  }
}

function present<Thing extends { id: number }>(
  ids: ReadonlySet<number>,
  things: Thing[],
  missing: (id: number) => void,
): Thing[] {
  const byId = new Map(things.map((thing) => [thing.id, thing]))
  return [...ids].flatMap((id) => {
    const thing = byId.get(id)
    if (!thing) missing(id)
    return thing ?? []
  })
}

function reasonOf(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof ReportProblem) return error.message
    throw error
  }
}

function nothingLeft(gone: GoneThing[]): AppError {
  const named = gone.slice(0, 10).map(goneText).join('；')
  return new AppError('report_invalid', `报表用到的内容已不存在，无法显示：${named}`, {
    gone,
    missing: gone.map(goneNumber),
  })
}
