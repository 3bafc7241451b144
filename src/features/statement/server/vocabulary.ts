// The vocabulary for sentences: values of dimensions with few of them, within the caller's scope, cached
// until definitions, dictionaries or the warehouse change.

import { ReportProblem } from '#semantic/compile.ts'
import { scopeKey } from '#semantic/model/rowScope.ts'
import { segmentValues } from '#semantic/model/segments.ts'
import type { Dimension, Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import { readModel } from '#features/config/server/index.ts'
import { readOptions } from './options.ts'

export interface Words {
  dim: number
  values: { value: string; label: string; pinyin: string }[]
}

const mostScopes = 50
/** Dictionary labels may change at any time. */
const freshMs = 60_000
const longestMs = 60_000
interface Kept {
  version: string
  at: number
  words: Promise<Words[]>
}
const kept = new WeakMap<Warehouse, Map<string, Kept>>()

export async function readVocabulary(deps: Deps, user: SessionUser): Promise<Words[]> {
  const { warehouse } = deps
  const byScope = kept.get(warehouse) ?? new Map<string, Kept>()
  kept.set(warehouse, byScope)
  const scope = scopeKey(user)
  const version = warehouse.version()
  const known = byScope.get(scope)
  if (known?.version === version && Date.now() - known.at < freshMs) return known.words
  if (byScope.size >= mostScopes) byScope.clear()
  // Others with the same scope may wait for it, so it is not aborted with its first caller.
  const words = gather(deps, user, AbortSignal.timeout(longestMs))
  const next = { version, at: Date.now(), words }
  byScope.set(scope, next)
  // A failure is not cached.
  words.catch(() => byScope.get(scope) === next && byScope.delete(scope))
  return words
}

async function gather(deps: Deps, user: SessionUser, signal: AbortSignal): Promise<Words[]> {
  const model = await readModel(deps)
  const found: Words[] = []
  // One after another: the readers are for users who look at reports.
  for (const dimension of model.dimensions.filter(isNamed)) {
    if (dimension.info.segment) {
      found.push(...segmentWords(dimension, model))
      continue
    }
    const read = await readOptions(deps, user, { model, dimension, like: undefined, signal }).catch(
      // A dimension whose table or column is gone has no values.
      (error: unknown) => {
        if (error instanceof ReportProblem) return null
        throw error
      },
    )
    if (!read || read.more) continue
    const values = read.options.flatMap(({ value, label, pinyin = '' }) =>
      value === null || value === '' ? [] : [{ value, label, pinyin }],
    )
    if (values.length > 0) found.push({ dim: dimension.id, values })
  }
  return found
}

/** A segment's name means its present members; one never computed has none. */
function segmentWords({ id, name, info: { segment } }: Dimension, { segments = [] }: Model): Words[] {
  const isKnown = segment?.when === 'now' && segments.some((one) => one.id === segment.id)
  return isKnown
    ? [{ dim: id, values: [{ value: segmentValues.in, label: name, pinyin: pinyinOf(name) }] }]
    : []
}

const isNamed = ({ form_type }: Dimension): boolean => form_type === 'select' || form_type === 'multiSelect'
