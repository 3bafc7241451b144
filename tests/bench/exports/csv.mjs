// The floor: the same chunks joined to csv by plain code, to a file on disk.
import { createWriteStream, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readChunks } from './chunks.mjs'

const path = join(tmpdir(), `floor-${process.pid}.csv`)
const file = createWriteStream(path)
const field = (value) =>
  typeof value === 'string' && /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
for await (const { rowCount, columns } of readChunks(process.argv[2])) {
  const cells = columns.map((text) => JSON.parse(text))
  for (let row = 0; row < rowCount; row++)
    file.write(`${cells.map((column) => field(column[row])).join(',')}\r\n`)
}
file.end(() => rmSync(path))
