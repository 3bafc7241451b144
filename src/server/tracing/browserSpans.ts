// Spans of browsers, made anew under the ids that they have, and sent in the browsers' own name.
import { ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import {
  BatchSpanProcessor,
  type IdGenerator,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { resourceOf } from './resource.ts'
import type { OwnSampler } from './sampling.ts'
import type { BrowserSpan } from './spans.ts'
import { parentOf } from './traceparent.ts'

interface BrowserSpanOptions {
  exporter: SpanExporter
  sending: { scheduledDelayMillis: number; maxQueueSize: number; exportTimeoutMillis: number }
  sampler: OwnSampler
  serviceName: string
}

interface BrowserSpans {
  pass(spans: readonly BrowserSpan[]): void
  stop(): Promise<void>
}

/** Gives the ids that it is told. */
class ToldIds implements IdGenerator {
  traceId = ''
  spanId = ''
  generateTraceId = (): string => this.traceId
  generateSpanId = (): string => this.spanId
}

export function openBrowserSpans({
  exporter,
  sending,
  sampler,
  serviceName,
}: BrowserSpanOptions): BrowserSpans {
  const ids = new ToldIds()
  const provider = new TracerProvider({
    resource: resourceOf(serviceName),
    sampler,
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter, ...sending })],
  })
  const tracer = provider.getTracer('analytics-v3-browser')
  const passOne = ({ traceparent, call, startedAt, endedAt, status, failure }: BrowserSpan) => {
    const told = parentOf(traceparent)
    if (!told) return
    ids.traceId = told.traceId
    ids.spanId = told.spanId
    const attributes = {
      'analytics.call': call,
      ...(status > 0 && { 'http.response.status_code': status }),
      ...(failure !== '' && { 'error.type': failure }),
    }
    const span = tracer.startSpan(
      call,
      { kind: SpanKind.CLIENT, startTime: startedAt, attributes },
      ROOT_CONTEXT,
    )
    if (failure !== '') span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endedAt)
  }
  return { pass: (spans) => spans.forEach(passOne), stop: () => provider.shutdown() }
}
