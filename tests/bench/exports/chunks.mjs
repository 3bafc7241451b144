// The rows as a kept result gives them: chunks by columns, each column a JSON text. Written once, read by both sides.
import { readFile, writeFile } from 'node:fs/promises'
import { cell, columns, rowCount } from './rows.mjs'

const size = 2000

export async function writeChunks(path) {
  const lines = []
  for (let from = 0; from < rowCount; from += size) {
    const text = (_, column) =>
      JSON.stringify(Array.from({ length: size }, (_, row) => cell(from + row, column)))
    lines.push(JSON.stringify({ rowCount: size, columns: columns.map(text) }))
  }
  await writeFile(path, lines.join('\n'))
}

export async function* readChunks(path) {
  for (const line of (await readFile(path, 'utf8')).split('\n')) yield JSON.parse(line)
}
