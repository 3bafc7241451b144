// Where a trace begins: each call is a span, whose id goes to the server as `traceparent`. What makes spans is loaded
// once the server says, by `traceresponse`, that it traces; elsewhere nothing is loaded and nothing is sent.

export interface CallSpan {
  /** W3C's `traceparent`. */
  readonly header: string
  /** Whether the server keeps the trace, as its `traceresponse` says. */
  answered(traceresponse: string | null): void
  end(status: number, failure: string): void
}

interface CallSpans {
  /** Null for calls that are not traced. */
  beginSpan(call: string): CallSpan | null
}

let load: (() => Promise<CallSpans>) | null = null
let spans: CallSpans | null = null

/** Set by main-web: how they are loaded. */
export function provideCallSpans(given: () => Promise<CallSpans>): void {
  load = given
}

export const beginCallSpan = (call: string): CallSpan | null => spans?.beginSpan(call) ?? null

export function noteTraced(traceresponse: string | null): void {
  if (traceresponse === null || load === null) return
  const loading = load()
  load = null
  // Without them calls go on as before.
  loading.then(
    (loaded) => {
      spans = loaded
    },
    () => undefined,
  )
}
