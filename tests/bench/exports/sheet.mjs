// Our .xlsx or .csv (the first argument) of the chunks in a file (the second), to a file on disk.
import { createWriteStream, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sheetStream } from '../../../src/server/files/sheets.ts'
import { readChunks } from './chunks.mjs'
import { columns } from './rows.mjs'

const [format, source] = process.argv.slice(2)
const path = join(tmpdir(), `ours-${process.pid}.${format}`)
const chunks = readChunks(source)
await pipeline(sheetStream({ format, title: '报表', columns, chunks }), createWriteStream(path))
rmSync(path)
