// Parts that a draft can't use at the moment but remembers: options of another report kind, order and shares
// of removed columns. They return with what they belong to, are listed meanwhile, and are not saved.
import { activityOf } from '#semantic/model/activity.ts'
import { hasPoints } from '#semantic/model/conditions.ts'
import { usualReturns } from '#semantic/model/returns.ts'
import { calculationTitles } from '#semantic/model/titles.ts'
import { type ReportInfo, type ReportKind, reportKinds } from '#semantic/model/types.ts'
import { usualForecastDays, usualValueDays } from '#semantic/model/valueDays.ts'
import { withoutStrays } from '../report/asking/request.ts'
import { kindTitles } from './kinds.ts'
import { optionsText } from './optionsText.ts'

type Own = Omit<Partial<ReportInfo>, 'kind' | 'dims' | 'points' | 'formulas'>

export interface Aside {
  /** Each other kind's own options. */
  kinds: Partial<Record<ReportKind, Own>>
  /** Parts that name a column, dimension or point outside the draft. */
  strays: Own
}

export const nothingAside: Aside = { kinds: {}, strays: {} }

export interface Laid {
  info: ReportInfo
  aside: Aside
}

const ownAtFirst: Record<ReportKind, Own> = {
  table: {},
  retention: { retention: { days: [...usualReturns] } },
  funnel: { funnel: { windowDays: 7 } },
  distribution: {},
  change: { compare: 'previous' },
  ltv: { ltv: { days: [...usualValueDays], forecast: [...usualForecastDays] } },
  activity: { activity: activityOf({}) },
}

const kindOf = ({ kind = 'table' }: Pick<ReportInfo, 'kind'>): ReportKind => kind

/** Days, grain and conditions on dimensions apply to every kind; so do points, in whatever role. */
function parted(info: ReportInfo): { common: ReportInfo; own: Own } {
  const { kind: _, dims, points, formulas, dateRange, grain, filters = [], ...own } = info
  const ofPoints = filters.filter((condition) => hasPoints([condition]))
  const others = filters.filter((condition) => !hasPoints([condition]))
  return {
    common: {
      dims,
      points,
      ...(formulas && { formulas }),
      ...(dateRange && { dateRange }),
      ...(grain && { grain }),
      ...(others.length > 0 && { filters: others }),
    },
    own: { ...own, ...(ofPoints.length > 0 && { filters: ofPoints }) },
  }
}

export function withKind({ info, aside }: Laid, kind: ReportKind): Laid {
  const before = kindOf(info)
  if (before === kind) return { info, aside }
  const { common, own } = parted(info)
  const { [kind]: back = ownAtFirst[kind], ...others } = aside.kinds
  const { filters: conditions = [], ...options } = back
  const filters = [...(common.filters ?? []), ...conditions]
  const wanted: ReportInfo = {
    ...common,
    ...options,
    ...(filters.length > 0 && { filters }),
    ...(kind !== 'table' && { kind }),
  }
  const kinds = isPlainly(own, ownAtFirst[before]) ? others : { ...others, [before]: own }
  // Points may have been added or removed meanwhile.
  return fitted({ ...wanted, ...merged(wanted, aside.strays) }, { ...aside, kinds })
}

/** The changed draft; set-aside parts return where they fit again. */
export function withPatch({ info, aside }: Laid, patch: Partial<ReportInfo>): Laid {
  const next: ReportInfo = { ...info, ...patch }
  return fitted({ ...next, ...merged(next, aside.strays) }, aside)
}

/** The draft takes precedence. */
function merged(info: ReportInfo, strays: Own): Own {
  const order = [...(info.order ?? []), ...(strays.order ?? [])]
  const shares = [...(info.shares ?? []), ...(strays.shares ?? [])]
  const calculations = [...(info.calculations ?? []), ...(strays.calculations ?? [])]
  const pivot = [...(info.pivot ?? []), ...(strays.pivot ?? [])]
  const top = info.top ?? strays.top
  return {
    ...(order.length > 0 && { order: order.filter(isFirst(({ key }) => key)) }),
    ...(shares.length > 0 && { shares: shares.filter(isFirst((id) => id)) }),
    ...(calculations.length > 0 && { calculations: calculations.filter(isFirst(({ number }) => number)) }),
    ...(pivot.length > 0 && { pivot: pivot.filter(isFirst((id) => id)) }),
    ...(top && { top }),
  }
}

const isFirst =
  <Item, Key>(keyOf: (item: Item) => Key) =>
  (item: Item, at: number, all: readonly Item[]): boolean =>
    all.findIndex((other) => keyOf(other) === keyOf(item)) === at

function fitted(wanted: ReportInfo, aside: Aside): Laid {
  const info = withoutStrays(wanted)
  const isGone = <Item>(kept: readonly Item[] | undefined) => {
    const left = new Set(kept?.map((item) => JSON.stringify(item)))
    return (item: Item) => !left.has(JSON.stringify(item))
  }
  const order = wanted.order?.filter(isGone(info.order)) ?? []
  const shares = wanted.shares?.filter(isGone(info.shares)) ?? []
  const calculations = wanted.calculations?.filter(isGone(info.calculations)) ?? []
  const pivot = wanted.pivot?.filter(isGone(info.pivot)) ?? []
  const strays: Own = {
    ...(order.length > 0 && { order }),
    ...(shares.length > 0 && { shares }),
    ...(calculations.length > 0 && { calculations }),
    ...(pivot.length > 0 && { pivot }),
    ...(wanted.top && !info.top && { top: wanted.top }),
  }
  return { info, aside: { ...aside, strays } }
}

const isPlainly = (own: Own, first: Own): boolean =>
  JSON.stringify(own) === '{}' || JSON.stringify(own) === JSON.stringify(first)

export interface Names {
  point: (id: number) => string
  dimension: (id: number) => string
}

/** The set-aside parts, one line each. */
export function asideLines({ kinds, strays }: Aside, names: Names): string[] {
  const ofKinds = reportKinds.flatMap((kind) => {
    const own = kinds[kind]
    return own ? [`${kindTitles[kind]}的${ownWords(kind, own).join('、')}`] : []
  })
  const columns = [
    ...(strays.shares ?? []).map((id) => `${names.point(id)}的占比`),
    ...(strays.calculations ?? []).map(({ of, kind }) => `${names.point(of)}的${calculationTitles[kind]}`),
    ...(strays.order ?? []).map(({ key }) => `按${columnName(key, names)}排序`),
    ...(strays.pivot ?? []).map((id) => `${names.dimension(id)}作列`),
    ...(strays.top ? [`${names.dimension(strays.top.dim)}的前 ${strays.top.count} 名`] : []),
  ]
  return [...ofKinds, ...columns]
}

function columnName(key: string, names: Names): string {
  const id = Number.parseInt(key.slice(1), 10)
  const name = key.startsWith('d') ? names.dimension(id) : names.point(id)
  return key.endsWith('_diff') ? `${name}的变化` : key.endsWith('_prev') ? `${name}的上期` : name
}

function ownWords(kind: ReportKind, own: Own): string[] {
  const options = optionsText({ dims: [], points: [], kind, ...own })
  const conditions = (own.filters ?? []).filter((condition) => hasPoints([condition])).length
  const words = [
    ...(kind !== 'table' || options !== '默认' ? [options] : []),
    ...(conditions > 0 ? [`${conditions} 个指标条件`] : []),
    ...(own.order?.length ? ['排序'] : []),
    ...(own.columns?.length || own.frozen !== undefined ? ['列的顺序'] : []),
    ...(own.chart ? ['图表'] : []),
    ...(own.heat ? ['热力'] : []),
    ...(own.pivot ? ['透视'] : []),
  ]
  return words.length > 0 ? words : ['选项']
}
