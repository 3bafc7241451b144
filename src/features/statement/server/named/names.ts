// Finds definitions by the names that people write in the place of ids: the name itself first, then synonyms.
// Neither case, width nor blanks count. Several of one name are refused with all of them listed.
import type { Model } from '#semantic/model/types.ts'
import { AppError } from '#shared/errors.ts'

type Kind = 'dimension' | 'point'
const kindTitles: Record<Kind, string> = { dimension: '维度', point: '指标' }

interface Named {
  id: number
  name: string
  synonyms: readonly string[]
  /** Tells it from another of the same name. */
  about: string
}

interface Index {
  list: Named[]
  names: Map<string, Named[]>
  synonyms: Map<string, Named[]>
}

const indexes = new WeakMap<Model, Record<Kind, Index>>()
const mostListed = 8

/** As names are compared. */
export const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase()

/** Throws report_invalid with the candidates where there is none of this name, or more than one. */
export function idNamed(model: Model, kind: Kind, name: string): number {
  const { names, synonyms, list } = indexOf(model)[kind]
  const asked = plain(name)
  const found = names.get(asked) ?? synonyms.get(asked) ?? []
  const [only, second] = found
  if (only && !second) return only.id
  const title = kindTitles[kind]
  if (only)
    throw refusal(
      `「${name}」可以指 ${found.length} 个${title}：${listed(found)}；请改写其中一个的编号`,
      kind,
      found,
    )
  const near = nearest(list, asked)
  const hint = near.length > 0 ? `；相近的有：${listed(near)}` : ''
  throw refusal(`没有名为「${name.slice(0, 60)}」的${title}${hint}`, kind, near)
}

const refusal = (message: string, kind: Kind, candidates: readonly Named[]) =>
  new AppError('report_invalid', message, {
    candidates: candidates.slice(0, mostListed).map(({ id, name }) => ({ kind, id, name })),
  })

const listed = (found: readonly Named[]): string =>
  found
    .slice(0, mostListed)
    .map(({ id, name, about }) => `${name}（编号 ${id}${about && `，${about}`}）`)
    .join('、')

function indexOf(model: Model): Record<Kind, Index> {
  const known = indexes.get(model)
  if (known) return known
  const made = {
    dimension: indexed(model.dimensions.map(({ id, name }) => ({ id, name, synonyms: [], about: '' }))),
    point: indexed(
      model.points.map(({ id, name, info, describe }) => ({
        id,
        name,
        synonyms: info.synonyms ?? [],
        about: describe.slice(0, 20),
      })),
    ),
  }
  indexes.set(model, made)
  return made
}

function indexed(list: Named[]): Index {
  const names = new Map<string, Named[]>()
  const synonyms = new Map<string, Named[]>()
  const add = (map: Map<string, Named[]>, key: string, one: Named) => {
    const same = map.get(key)
    if (same === undefined) map.set(key, [one])
    else if (!same.includes(one)) same.push(one)
  }
  for (const one of list) {
    add(names, plain(one.name), one)
    for (const synonym of one.synonyms) add(synonyms, plain(synonym), one)
  }
  return { list, names, synonyms }
}

/** Those that share the most characters with the text, best first. */
function nearest(list: readonly Named[], asked: string): Named[] {
  const wanted = new Set(asked)
  const score = ({ name }: Named) => {
    const own = new Set(plain(name))
    let shared = 0
    for (const sign of wanted) if (own.has(sign)) shared += 1
    return shared / (wanted.size + own.size)
  }
  return list
    .map((one) => ({ one, near: score(one) }))
    .filter(({ near }) => near >= 0.25)
    .sort((left, right) => right.near - left.near)
    .slice(0, 5)
    .map(({ one }) => one)
}
