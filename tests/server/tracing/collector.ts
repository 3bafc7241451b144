// A collector of traces on loopback: takes OTLP over HTTP as JSON, and tells the spans that arrived.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number }

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code: number; message?: string }
}

export interface CollectedSpan {
  service: string
  traceId: string
  spanId: string
  /** Empty for the first of its trace. */
  parentId: string
  name: string
  attributes: Record<string, unknown>
  failed: boolean
  startedMs: number
  endedMs: number
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  address: string
  spans: CollectedSpan[]
  /** All bodies as they came. */
  texts: string[]
  headers: Record<string, unknown>[]
  named(name: string): CollectedSpan[]
  stop(): Promise<void>
}

const plain = ({ stringValue, intValue, boolValue, doubleValue }: Value): unknown =>
  stringValue ?? boolValue ?? (intValue === undefined ? doubleValue : Number(intValue))

const plainly = (attributes: { key: string; value: Value }[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]))

function spansOf({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(plainly(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        traceId: span.traceId,
        spanId: span.spanId,
        parentId: span.parentSpanId ?? '',
        name: span.name,
        attributes: plainly(span.attributes),
        failed: span.status.code === 2,
        startedMs: Number(BigInt(span.startTimeUnixNano) / 1_000_000n),
        endedMs: Number(BigInt(span.endTimeUnixNano) / 1_000_000n),
      })),
    )
  })
}

export async function startCollector(): Promise<Collector> {
  const [spans, texts, headers]: [CollectedSpan[], string[], Record<string, unknown>[]] = [[], [], []]
  const server = createServer(async (request, reply) => {
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    const isTraces = request.method === 'POST' && request.url === '/v1/traces'
    if (isTraces) {
      headers.push(request.headers)
      texts.push(text)
      spans.push(...spansOf(JSON.parse(text)))
    }
    reply.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    spans,
    texts,
    headers,
    named: (name) => spans.filter((span) => span.name === name),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
