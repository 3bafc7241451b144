// W3C's `traceparent`: `00-<trace, 32 hex>-<span, 16 hex>-<flags, 2 hex>`.
import { isSpanContextValid, type SpanContext } from '@opentelemetry/api'

const form = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Null where it is none; a later version's further parts are ignored. */
export function parentOf(text: string | null | undefined): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] = (text ?? '').slice(0, 200).match(form) ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(context) ? context : null
}

export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`
