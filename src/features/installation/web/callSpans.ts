// Spans of this browser's calls, sent to the server together: it hands them on to the collector of traces.
import { call, quiet } from '#web/api/client.ts'
import type { CallSpan } from '#web/api/tracing.ts'
import { type SentSpan, sendSpans } from '../contract.ts'

const gatherMs = 2_000
/** A call takes no more of them at once. */
const mostAtOnce = 200
const mostWaiting = 1_000

type Ended = Omit<SentSpan, 'startedAgo'> & { startedAt: number }

const waiting: Ended[] = []
let isTimed = false

export function beginSpan(name: string): CallSpan | null {
  // Sending spans would make spans for ever.
  if (name === sendSpans.name) return null
  const traceparent = `00-${randomHex(16)}-${randomHex(8)}-01`
  const startedAt = performance.now()
  let isKept = false
  return {
    header: traceparent,
    answered: (traceresponse) => {
      isKept = traceresponse?.endsWith('-01') ?? false
    },
    end: (status, failure) => {
      // No answer says whether the trace is kept, and a call that did not arrive is worth seeing.
      if (isKept || status === 0)
        keep({ traceparent, call: name, startedAt, ms: performance.now() - startedAt, status, failure })
    },
  }
}

function keep(span: Ended): void {
  if (waiting.length < mostWaiting) waiting.push(span)
  sendLater()
}

function sendLater(): void {
  if (isTimed) return
  isTimed = true
  setTimeout(send, gatherMs)
}

function send(): void {
  isTimed = false
  if (waiting.length === 0) return
  const now = performance.now()
  const spans = waiting
    .splice(0, mostAtOnce)
    .map(({ startedAt, ...span }) => ({ ...span, startedAgo: Math.min(now - startedAt, 600_000) }))
  if (waiting.length > 0) sendLater()
  // What does not arrive is lost: nobody waits for it.
  call(sendSpans, { body: { spans } }, quiet).catch(() => undefined)
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

// A page that is left sends what it has.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') send()
})
