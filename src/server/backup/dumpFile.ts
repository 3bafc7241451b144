// A dump as a file of lines, each a part of it as JSON. Read and written in pieces: the whole may be larger than a text
// can be.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { DumpPart, Row } from './dump.ts'

export const dumpName = 'metadata.jsonl'
/** As it was before: one JSON text. */
export const formerDumpName = 'metadata.json'

const pieceBytes = 1024 * 1024

export async function* linesOf(parts: AsyncIterable<DumpPart>): AsyncGenerator<Buffer> {
  let lines: string[] = []
  let length = 0
  for await (const part of parts) {
    const line = `${JSON.stringify(part)}\n`
    lines.push(line)
    length += line.length
    if (length < pieceBytes) continue
    yield Buffer.from(lines.join(''))
    lines = []
    length = 0
  }
  yield Buffer.from(lines.join(''))
}

export async function* readParts(path: string): AsyncGenerator<DumpPart> {
  for await (const line of readLines(path)) yield JSON.parse(line) as DumpPart
}

/** By line feeds alone, as texts may hold what else ends a line. */
async function* readLines(path: string): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, end)]).toString('utf8')
      begun = []
      from = end + 1
    }
    begun.push(piece.subarray(from))
  }
  const rest = Buffer.concat(begun).toString('utf8')
  if (rest !== '') yield rest
}

export async function* readFormerParts(path: string): AsyncGenerator<DumpPart> {
  const { migrations, tables } = JSON.parse(await readFile(path, 'utf8')) as {
    migrations: string[]
    tables: Record<string, Row[]>
  }
  yield { migrations }
  for (const [table, rows] of Object.entries(tables)) {
    yield { table }
    for (const row of rows) yield { row }
  }
}
