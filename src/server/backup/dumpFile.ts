// A dump as a file of JSON lines, one part each. Read and written in pieces, because the whole may exceed the
// longest string.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { DumpPart, Row } from './parts.ts'

export const dumpName = 'metadata.jsonl'
/** The format of earlier releases: one JSON text. */
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

/** Splits at line feeds only, because texts may contain other line separators. */
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
