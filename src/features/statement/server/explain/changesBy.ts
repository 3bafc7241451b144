// The change of a figure by several dimensions, for the explanation and for reports.
import { ReportProblem } from '#semantic/compile.ts'
import { byExplaining } from '#semantic/contributions/explaining.ts'
import type { Dimension } from '#semantic/model/types.ts'
import { AppError } from '#shared/errors.ts'
import type { ChangeByDimension, ExplainedChange } from '#features/statement/contract.ts'
import { type Reading, readChange } from './contributionReads.ts'

/** Dimensions whose figures take longer are left out, and named. */
export const patienceMs = 40_000
const atOnce = 2

export const named = ({ id, name }: Dimension) => ({ dim: id, dimName: name })

const reasonOf = (error: unknown): string => {
  if (error instanceof ReportProblem || error instanceof AppError) return error.message
  throw error
}

interface Patience {
  /** Ends dimensions that take long. */
  late: AbortSignal
  /** Ends all of it. */
  signal: AbortSignal
}

/** The change by each dimension, and the dimensions that say nothing. `most` as readChange takes it. */
export async function changesBy(
  reading: Reading,
  dims: readonly Dimension[],
  { late, signal }: Patience,
  most?: number,
): Promise<{ found: ChangeByDimension[]; left: ExplainedChange['left'] }> {
  const found: ChangeByDimension[] = []
  const left: ExplainedChange['left'] = []
  await eachOf(dims, async (dimension) => {
    try {
      const read = await readChange(reading, dimension, most)
      if ('reason' in read) left.push({ ...named(dimension), reason: read.reason })
      else found.push(read)
    } catch (error) {
      signal.throwIfAborted()
      left.push({ ...named(dimension), reason: late.aborted ? '计算超时' : reasonOf(error) })
    }
  })
  return { found, left }
}

/** The dimension in which the fewest values explain most of the change comes first. */
export const byFew = (one: ChangeByDimension, other: ChangeByDimension): number =>
  byExplaining(told(one), told(other)) || one.dim - other.dim

const told = ({ few, excess }: ChangeByDimension): Parameters<typeof byExplaining>[0] => ({
  few,
  excess: excess ?? Number.NEGATIVE_INFINITY,
})

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const next = items[Symbol.iterator]()
  const worker = async () => {
    for (const item of next) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
