// Points within formulas: of computed points, and of reports' own. They are kept by id, so that a formula outlives a
// point's new name and whatever looks for a point's uses finds it there; people read and write names.
//
//   kept   [#11] / [#-2]        read   [充值金额] / [人均次数]
import { parseExpression } from './expression/parse.ts'
import { namesIn as leavesIn, type NameLeaf } from './expression/tree.ts'
import type { OwnFormula } from './types.ts'

/** Replaces an id; null: removed. */
type Exchange = (id: number) => number | null

interface Named {
  id: number
  name: string
}

const numbered = /^#(-?\d{1,16})$/

/** The id in a bracketed reference: #12 or #-1; null for a name. */
export const idNamed = (name: string): number | null => {
  const id = numbered.exec(name)?.[1]
  return id === undefined ? null : Number(id)
}

const known = new Map<string, readonly NameLeaf[]>()
const mostKnown = 5000

/** A formula that can't be parsed has no references. */
function leavesOf(text: string): readonly NameLeaf[] {
  const found = known.get(text)
  if (found) return found
  if (known.size >= mostKnown) known.clear()
  const leaves = readLeaves(text)
  known.set(text, leaves)
  return leaves
}

function readLeaves(text: string): NameLeaf[] {
  try {
    return leavesIn(parseExpression(text)).filter(({ kind }) => kind === 'point')
  } catch {
    return []
  }
}

/** The bracketed references of a formula: 充值金额, #11. */
export const namesIn = (text: string): string[] => leavesOf(text).map(({ name }) => name)

/** The ids in a formula. */
export const idsIn = (text: string): number[] => leavesOf(text).flatMap(({ name }) => idNamed(name) ?? [])

/** `written`: replacement of a reference, brackets included; null keeps it. */
function rewritten(text: string, written: (name: string) => string | null): string {
  // From the end, so that earlier offsets stay valid.
  return leavesOf(text)
    .toSorted((one, other) => other.at.offset - one.at.offset)
    .reduce((rest, { name, at }) => {
      const next = written(name)
      return next === null ? rest : rest.slice(0, at.offset) + next + rest.slice(at.offset + at.length)
    }, text)
}

/** Both forms of formulas over these points, for many formulas. */
interface FormulaTexts {
  /** For readers. A point that is gone, or whose name is ambiguous, stays an id. */
  inNames(text: string): string
  /** For storage. An unknown or ambiguous name stays: the formula's check reports it. */
  inIds(text: string): string
}

export function formulaTexts(points: readonly Named[]): FormulaTexts {
  const byId = new Map(points.map(({ id, name }) => [id, name]))
  /** Null: several points have the name. */
  const byName = new Map<string, number | null>()
  for (const { id, name } of points) byName.set(name, byName.has(name) ? null : id)
  return {
    inNames: (text) =>
      rewritten(text, (written) => {
        const name = byId.get(idNamed(written) ?? 0)
        return name === undefined || byName.get(name) === null || numbered.test(name)
          ? null
          : `[${name.replaceAll(']', ']]')}]`
      }),
    inIds: (text) =>
      rewritten(text, (name) => {
        const id = numbered.test(name) ? null : (byName.get(name) ?? null)
        return id === null ? null : `[#${id}]`
      }),
  }
}

export const formulaInNames = (text: string, points: readonly Named[]): string =>
  idsIn(text).length === 0 ? text : formulaTexts(points).inNames(text)

export const formulaInIds = (text: string, points: readonly Named[]): string =>
  namesIn(text).length === 0 ? text : formulaTexts(points).inIds(text)

/** The text with its own formulas inlined: only points are left. A recursive reference stays an id. */
export function unfolded(own: OwnFormula, formulas: readonly OwnFormula[]): string {
  const open = new Set([own.id])
  const unfold = (text: string): string =>
    rewritten(text, (name) => {
      const id = idNamed(name) ?? 0
      const named = formulas.find((one) => one.id === id)
      if (!named || open.has(id)) return null
      open.add(id)
      const inner = unfold(named.formula)
      open.delete(id)
      return `(${inner})`
    })
  return unfold(own.formula)
}

/**
 * Replaces ids in formulas, and the ids of the formulas themselves elsewhere. A formula over a removed id is
 * removed, and so are those over it.
 */
export function exchangeFormulas(
  formulas: readonly OwnFormula[],
  { point, own = (id) => id }: { point: Exchange; own?: Exchange },
): { formulas: OwnFormula[]; own: Exchange } {
  if (formulas.length === 0) return { formulas: [], own }
  const wanted = new Map(formulas.map(({ id }) => [id, own(id)]))
  const goesOn = (id: number): boolean => (id < 0 ? ownOf(id) : point(id)) !== null
  const ownOf = (id: number): number | null => (wanted.has(id) ? (wanted.get(id) ?? null) : own(id))
  for (let changed = true; changed; ) {
    const lost = formulas.filter(
      ({ id, formula }) => (wanted.get(id) ?? 0) < 0 && !idsIn(formula).every(goesOn),
    )
    for (const { id } of lost) wanted.set(id, null)
    changed = lost.length > 0
  }
  const left = formulas.flatMap((formula): OwnFormula[] => {
    const id = wanted.get(formula.id) ?? 0
    if (id >= 0) return []
    const text = rewritten(formula.formula, (name) => {
      const named = idNamed(name)
      return named === null ? null : `[#${named < 0 ? ownOf(named) : point(named)}]`
    })
    return [{ ...formula, id, formula: text }]
  })
  return { formulas: left, own: ownOf }
}
