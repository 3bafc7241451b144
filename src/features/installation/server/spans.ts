// Hands browsers' spans on to the collector. Only names of declared calls pass: a span's name is no place for texts.
import { passSpans } from '#server/tracing/spans.ts'
import type { SentSpan } from '../contract.ts'

export function takeSpans(spans: readonly SentSpan[], calls: readonly { name: string }[]): number {
  const known = new Set(calls.map(({ name }) => name))
  const now = Date.now()
  const told = spans.filter(({ call }) => known.has(call))
  return passSpans(
    told.map(({ startedAgo, ms, ...span }) => {
      const startedAt = now - startedAgo
      return { ...span, startedAt, endedAt: startedAt + ms }
    }),
  )
}
