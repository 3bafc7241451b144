// Reply types beside plain values: ready JSON text in chunks, and files.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** JSON text of the envelope's `data`, passed through unparsed. */
export class JsonText {
  readonly chunks: Iterable<string> | AsyncIterable<string>

  constructor(chunks: Iterable<string> | AsyncIterable<string>) {
    this.chunks = chunks
  }
}

export const jsonText = (chunks: Iterable<string> | AsyncIterable<string>): JsonText => new JsonText(chunks)

/** An answer in a form that others have set, as it is sent. */
export class RawText {
  readonly text: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(text: string, status = 200, headers: Readonly<Record<string, string>> = {}) {
    this.text = text
    this.status = status
    this.headers = headers
  }
}

export interface BlobReply {
  fileName: string
  contentType: string
  body: Readable | Buffer
  headers?: Record<string, string>
}

export const jsonType = 'application/json; charset=utf-8'
const open = '{"isSuccess":true,"data":'
const close = ',"msg":""}'

export const successText = (data: unknown): string => `${open}${JSON.stringify(data ?? null)}${close}`

/** A text of at most this many characters is sent at once. */
const shortText = 256 * 1024

/**
 * Streams the envelope. The first chunk is awaited before the head is sent, so that an early failure is still
 * answered by the error table. A later failure breaks the connection, which no client takes for a complete
 * answer.
 */
export async function sendJsonText(reply: FastifyReply, text: JsonText): Promise<FastifyReply> {
  const chunks = iteratorOf(text.chunks)
  // Chunks that are already there are joined; those that arrive over time are sent as they come.
  const least = Symbol.asyncIterator in text.chunks ? 0 : shortText
  let next = await chunks.next()
  if (next.done) return reply.type(jsonType).send(`${open}null${close}`)
  let head = open + next.value
  while (head.length < least) {
    next = await chunks.next()
    if (next.done) return reply.type(jsonType).send(head + close)
    head += next.value
  }
  const whole = async function* () {
    try {
      yield head
      for (next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
      yield close
    } finally {
      await chunks.return?.()
    }
  }
  return reply.type(jsonType).send(Readable.from(whole(), { objectMode: false, highWaterMark: 256 * 1024 }))
}

function iteratorOf(
  chunks: Iterable<string> | AsyncIterable<string>,
): AsyncIterator<string> | Iterator<string> {
  return Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
}

export function sendBlob(
  reply: FastifyReply,
  { fileName, contentType, body, headers = {} }: BlobReply,
): FastifyReply {
  return reply
    .headers({ ...headers, 'content-disposition': contentDisposition(fileName) })
    .type(contentType)
    .send(body)
}

/** RFC 6266: an ASCII name for old clients, and the full name encoded by RFC 5987. */
function contentDisposition(fileName: string): string {
  const name = fileName.replace(/[\\/\p{Cc}]/gu, '_').toWellFormed()
  const plain = name.replace(/[^\x20-\x7e]|["%;]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
