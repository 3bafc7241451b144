// Formulas that a report keeps for itself: to the compile they are computed points with negative ids, beside those of
// the model.
//
//   { id: -1, name: '人均充值', formula: '[#11] / [#1]' }  →  point -1, column p-1
import { checkName } from './check.ts'
import { formulaInIds } from './formulaText.ts'
import { keptLookup, type Lookup } from './lookup.ts'
import { reportInvalid } from './problem.ts'
import {
  longestOwnFormula,
  type Model,
  mostOwnFormulas,
  type OwnFormula,
  type Point,
  type ReportInfo,
} from './types.ts'

const pointOf = ({ id, name, formula, format, unit }: OwnFormula): Point => ({
  id,
  table_id: null,
  point_typeId: null,
  name_sql: formula,
  event_filter: '',
  filter: '',
  types: 'computed',
  name,
  describe: '',
  info: { ...(format && { format }), ...(unit && { unit }) },
  note: '',
  create_time: '',
})

/** Throws report_invalid where they conflict. */
function ownPoints({ formulas = [] }: Pick<ReportInfo, 'formulas'>): Point[] {
  if (formulas.length > mostOwnFormulas)
    throw reportInvalid(`一张报表最多 ${mostOwnFormulas} 个自建公式，这里有 ${formulas.length} 个`)
  const ids = new Set<number>()
  const names = new Set<string>()
  for (const { id, name, formula } of formulas) {
    if (!Number.isInteger(id) || id >= 0)
      throw reportInvalid(`自建公式「${name}」的编号应为负整数，不是 ${String(id)}`)
    if (ids.has(id)) throw reportInvalid(`有两个自建公式的编号都是 ${id}`)
    const [wrong] = checkName(name, '自建公式')
    if (wrong) throw reportInvalid(wrong.message)
    if (names.has(name)) throw reportInvalid(`有两个自建公式都名为「${name}」，请改一个名称`)
    if (formula.length > longestOwnFormula)
      throw reportInvalid(`自建公式「${name}」过长，最多 ${longestOwnFormula} 个字符`)
    ids.add(id)
    names.add(name)
  }
  return formulas.map(pointOf)
}

/** The model with the report's own formulas. */
export function withOwnFormulas(model: Model, info: Pick<ReportInfo, 'formulas'>): Model {
  const own = ownPoints(info)
  return own.length === 0 ? model : { ...model, points: [...model.points, ...own] }
}

/** Like `keptLookup`, with the report's own formulas. */
export function lookupFor(info: Pick<ReportInfo, 'formulas'>, model: Model): Lookup {
  const own = ownPoints(info)
  const kept = keptLookup(model)
  if (own.length === 0) return kept
  const points = new Map(kept.points)
  const pointsByName = new Map(kept.pointsByName)
  for (const point of own) {
    points.set(point.id, point)
    // A model point with the same name can then only be referenced by id.
    pointsByName.set(point.name, [point])
  }
  return { ...kept, points, pointsByName }
}

/** The stored form: points in formulas by id. */
export function withFormulasInIds(info: ReportInfo, model: Pick<Model, 'points'>): ReportInfo {
  const { formulas } = info
  if (!formulas?.length) return info
  // As the compile resolves them: a name is first one of the report's own formulas.
  const names = new Set(formulas.map(({ name }) => name))
  const points = [...formulas, ...model.points.filter(({ id, name }) => id > 0 && !names.has(name))]
  return {
    ...info,
    formulas: formulas.map((own) => ({ ...own, formula: formulaInIds(own.formula, points) })),
  }
}
