// Traces by OpenTelemetry. Loaded where a collector's address is set, and nowhere else.
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { openBrowserSpans } from './browserSpans.ts'
import { resourceOf } from './resource.ts'
import { OwnSampler, parentKey } from './sampling.ts'
import type { TracingSettings } from './settings.ts'
import { type OpenSpan, type SpanStart, type SpanValues, type Tracer, takeTracer } from './spans.ts'
import { parentOf, traceparentOf } from './traceparent.ts'

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/** A collector that does not answer holds nobody up: what does not fit into the queue is dropped. */
const sending = { scheduledDelayMillis: 1000, maxQueueSize: 4096, exportTimeoutMillis: 5000 }

/** Returns how to stop: what has ended is sent then, for at most five seconds. */
export function openTracing({ url, headers, share, serviceName }: TracingSettings): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: sending.exportTimeoutMillis })
  const sampler = new OwnSampler(share)
  const provider = new TracerProvider({
    resource: resourceOf(serviceName),
    sampler,
    spanProcessors: [new BatchSpanProcessor({ exporter, ...sending })],
  })
  const browser = openBrowserSpans({ exporter, sending, sampler, serviceName: `${serviceName}-browser` })
  const contexts = new AsyncLocalStorageContextManager()
  contexts.enable()
  const release = takeTracer({ ...tracerOf(provider, contexts), pass: browser.pass })
  return async () => {
    release()
    await Promise.allSettled([provider.shutdown(), browser.stop()])
    contexts.disable()
  }
}

function tracerOf(provider: TracerProvider, contexts: AsyncLocalStorageContextManager): Omit<Tracer, 'pass'> {
  const tracer = provider.getTracer('analytics-v3')
  return {
    begin: (start) => {
      const context = contextOf(start, contexts)
      if (!start.isRoot && !trace.getSpanContext(context)) return null
      const { name, kind, values = {}, startedAt } = start
      const options = { kind: kinds[kind], attributes: values, ...(startedAt && { startTime: startedAt }) }
      const span = tracer.startSpan(name, options, context)
      return opened(span, (work) => contexts.with(trace.setSpan(context, span), work))
    },
    current: () => {
      const at = trace.getSpanContext(contexts.active())
      return at ? { traceId: at.traceId, traceparent: traceparentOf(at) } : null
    },
    outside: (work) => contexts.with(ROOT_CONTEXT, work),
  }
}

function contextOf({ isRoot, parent, parentFrom }: SpanStart, contexts: AsyncLocalStorageContextManager) {
  const named = parentOf(parent)
  if (named) return trace.setSpanContext(ROOT_CONTEXT.setValue(parentKey, parentFrom), named)
  return isRoot ? ROOT_CONTEXT : contexts.active()
}

function opened(span: Span, run: OpenSpan['run']): OpenSpan {
  const at = span.spanContext()
  return {
    traceId: at.traceId,
    isSampled: (at.traceFlags & TraceFlags.SAMPLED) !== 0,
    traceparent: traceparentOf(at),
    set: (values: SpanValues) => {
      span.setAttributes(values)
      if (values['error.type']) span.setStatus({ code: SpanStatusCode.ERROR })
    },
    run,
    end: () => span.end(),
  }
}
