// Parses a body from its bytes, in pieces where it is long, so that no body blocks the event loop for more
// than a few milliseconds.
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { breathe } from '#server/limits/breath.ts'
import { AppError } from '#shared/errors.ts'
import { isBlank, type LongPart, type Most, type Piece, Scan } from './scan.ts'

/** Bytes parsed in one step. */
const pieceBytes = 128 * 1024

type ParseText = (text: string) => unknown

/** Replaces Fastify's JSON parser. `mostOf` gives the limits of the request's call. */
export function readBodiesInPieces(app: FastifyInstance, mostOf: (request: FastifyRequest) => Most): void {
  const parser = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  const read = (request: FastifyRequest, bytes: Buffer) => {
    if (request.routeOptions.config.signed) request.bodyHash = hash('sha256', bytes)
    return parseBody(bytes, mostOf(request), (text) => {
      let found: unknown
      parser(request, text, (error, value) => {
        if (error) throw error
        found = value
      })
      return found
    })
  }
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, read)
}

export async function parseBody(bytes: Buffer, most: Most, parse: ParseText): Promise<unknown> {
  const scan = new Scan(bytes, most, pieceBytes)
  while (scan.next(pieceBytes)) await breathe()
  const { root } = scan
  if (!scan.isClosed()) throw malformed()
  if (!root) return parse(bytes.toString())
  if (!isBlank(bytes, 0, root.start) || !isBlank(bytes, root.end, bytes.length)) throw malformed()
  return parsePart(bytes, root, parse)
}

async function parsePart(bytes: Buffer, part: LongPart, parse: ParseText): Promise<unknown> {
  return bytes[part.start] === 91 ? parseList(bytes, part, parse) : parseObject(bytes, part, parse)
}

async function parseList(bytes: Buffer, part: LongPart, parse: ParseText): Promise<unknown[]> {
  const items: unknown[] = []
  for (const piece of checked(bytes, part)) {
    await breathe()
    if (!piece.part) for (const item of parse(`[${textOf(bytes, piece)}]`) as unknown[]) items.push(item)
    else if (isBlank(bytes, piece.start, piece.part.start))
      items.push(await parsePart(bytes, piece.part, parse))
    else throw malformed()
  }
  return items
}

async function parseObject(bytes: Buffer, part: LongPart, parse: ParseText): Promise<object> {
  const members: Record<string, unknown> = {}
  for (const piece of checked(bytes, part)) {
    await breathe()
    if (!piece.part) {
      Object.assign(members, parse(`{${textOf(bytes, piece)}}`))
      continue
    }
    members[nameOf(bytes, piece, piece.part, parse)] = await parsePart(bytes, piece.part, parse)
  }
  return members
}

/** The name of a long member. `constructor` is refused, as by Fastify's parser. */
function nameOf(bytes: Buffer, { start }: Piece, { start: end }: LongPart, parse: ParseText): string {
  const [name] = Object.keys(parse(`{${textOf(bytes, { start, end })}0}`) as object)
  if (name === undefined || name === 'constructor') throw malformed()
  return name
}

/** The pieces of a long part. A stray comma, or a missing one after a long piece, is malformed JSON. */
function* checked(bytes: Buffer, { start, end, pieces }: LongPart): Generator<Piece> {
  if (bytes[end - 1] !== (bytes[start] as number) + 2) throw malformed()
  for (const [at, piece] of pieces.entries()) {
    const isSingle = pieces.length === 1
    if (!isSingle && isBlank(bytes, piece.start, piece.end)) throw malformed()
    yield piece
    const next = pieces[at + 1]?.start ?? end
    if (piece.part && !isBlank(bytes, piece.end, next - 1)) throw malformed()
  }
}

const textOf = (bytes: Buffer, { start, end }: Piece): string => bytes.toString('utf8', start, end)

const malformed = (): AppError => new AppError('request_malformed')
