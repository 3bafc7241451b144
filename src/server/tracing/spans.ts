// Spans of traces, as the engines tell them. Until open.ts gives a tracer, each costs one comparison.

/**
 * All attributes that a span may have. None holds a text, a value or a name that a person wrote, an address, or who
 * somebody is.
 */
export const spanAttributes = {
  'analytics.call': 'name of the declared call',
  'http.request.method': 'method of a request',
  'http.response.status_code': 'status of an answer',
  'error.type': 'code of a failure, of the table of errors',
  'analytics.cached': 'whether a report came from the cache',
  'db.system.name': 'duckdb or clickhouse',
  'server.address': 'host and port of the ClickHouse that answered',
  'db.response.returned_rows': 'rows of a result',
  'analytics.waited_ms': 'milliseconds before a statement or a job had its turn',
  'analytics.job.kind': 'declared name of a job',
  'analytics.job.attempt': 'number of the attempt, from 1',
} as const
type SpanAttribute = keyof typeof spanAttributes

export type SpanValues = Partial<Record<SpanAttribute, string | number | boolean>>

export interface SpanStart {
  name: string
  kind: 'server' | 'client' | 'consumer' | 'internal'
  /** Follows from its parent or from nothing; others follow from the span at work, and are left out without one. */
  isRoot?: boolean
  /** Of the span elsewhere that it follows from, as W3C's `traceparent`. */
  parent?: string | null
  /** Who named the parent: the product itself, a known caller, or anybody. Decides whether its sampling counts. */
  parentFrom?: 'ours' | 'known' | 'stranger'
  values?: SpanValues
  /** Epoch milliseconds; now when absent. */
  startedAt?: number
}

export interface OpenSpan {
  readonly traceId: string
  /** Whether it reaches the collector. */
  readonly isSampled: boolean
  /** W3C's `traceparent`, for what follows from it elsewhere. */
  readonly traceparent: string
  set(values: SpanValues): void
  /** Spans that begin within the work follow from this one. */
  run<Result>(work: () => Result): Result
  end(): void
}

/** A call as a browser saw it, which is where its trace began. Moments are epoch milliseconds of this machine. */
export interface BrowserSpan {
  traceparent: string
  call: string
  startedAt: number
  endedAt: number
  status: number
  /** Code of the failure; empty where there was none. */
  failure: string
}

export interface Tracer {
  begin(start: SpanStart): OpenSpan | null
  /** The span at work. */
  current(): Pick<OpenSpan, 'traceId' | 'traceparent'> | null
  outside<Result>(work: () => Result): Result
  /** Passes on the spans of somebody's browser, in its own name. */
  pass(spans: readonly BrowserSpan[]): void
}

let tracer: Tracer | null = null

/** One per process: the latest counts. Returns a function that takes it back. */
export function takeTracer(given: Tracer): () => void {
  tracer = given
  return () => {
    if (tracer === given) tracer = null
  }
}

export const beginSpan = (start: SpanStart): OpenSpan | null => tracer?.begin(start) ?? null

export const currentSpan = (): ReturnType<Tracer['current']> => tracer?.current() ?? null

/** What begins within follows from no span: loops that a request started outlive it. */
export const outsideSpans = <Result>(work: () => Result): Result => (tracer ? tracer.outside(work) : work())

/** How many were passed on; none where nothing is traced. */
export function passSpans(spans: readonly BrowserSpan[]): number {
  tracer?.pass(spans)
  return tracer ? spans.length : 0
}

export async function inSpan<Result>(
  start: SpanStart,
  work: (span: OpenSpan | null) => Promise<Result>,
): Promise<Result> {
  const span = beginSpan(start)
  if (!span) return work(null)
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.set({ 'error.type': failureCode(error) })
    throw error
  } finally {
    span.end()
  }
}

/** Never the message, which may repeat values. */
function failureCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'internal'
}
