// Only `server/files/whole.ts` writes files: it writes all bytes or throws, so that a partial write on a nearly full
// disk is never taken for the whole file.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = join(fileURLToPath(import.meta.url), '../../..')
const writer = 'src/server/files/whole.ts'

/** Code that runs beside a data folder; `src/setup` runs before installation and cannot import our modules. */
const isServer = (file: string) => !/^src\/(setup|web)\/|^src\/features\/\w+\/web\//.test(file)

const reasons: Record<string, string> = {
  'src/server/warehouse/sandbox/rights.ts':
    'writes no file: a line of /proc, which takes it whole or refuses it',
  'src/features/definitions/server/git/folder.ts':
    'files of a person’s own folder, which others may read; writeFileSync writes all bytes or fails',
}

const named =
  /\b(?:write|writeFile|appendFile|writev|createWriteStream|copyFile|cp|truncate|ftruncate|writeSync|writeFileSync|appendFileSync|writevSync|copyFileSync|cpSync|WriteStream)\b/
const methods = /\.\s*(?:writeFile|appendFile|writev|createWriteStream|write)\s*\(/
const handles = /\b(?:open|openSync|FileHandle|promises)\b/

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** How a file's text writes files itself; null where it does not. */
function writesItself(text: string): string | null {
  const code = withoutComments(text)
  const imports = [
    ...code.matchAll(/import\s+(?:type\s+)?([^'"]*?)\s*from\s*['"](?:node:)?fs(?:\/promises)?['"]/g),
  ]
  for (const [, names = ''] of imports) {
    if (!names.startsWith('{')) return `takes all of fs as ${names}`
    const found = named.exec(names)
    if (found) return `imports ${found[0]}`
  }
  if (/(?:import|require)\(\s*['"](?:node:)?fs(?:\/promises)?['"]/.test(code)) return 'loads fs while it runs'
  const opens = imports.some(([, names = '']) => handles.test(names))
  const method = opens ? methods.exec(code) : null
  return method && `opens files and calls ${method[0]}`
}

it('only server/files/whole.ts writes files', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|cjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter(isServer)
  const found = files.flatMap((file) => {
    const reason = writesItself(readFileSync(join(root, file), 'utf8'))
    return reason === null || file === writer ? [] : [[file, reason]]
  })
  expect(
    found.filter(([file = '']) => !(file in reasons)),
    'write by server/files/whole.ts, or list the file in `reasons`',
  ).toEqual([])
  expect(
    Object.keys(reasons).filter((file) => !found.some(([one]) => one === file)),
    'remove these files from `reasons`: they write no file',
  ).toEqual([])
})

it.each([
  "import { appendFile } from 'node:fs/promises'",
  "import { readFile, writeFile as put } from 'node:fs/promises'",
  "import * as fs from 'node:fs'",
  "import fs from 'fs'",
  "const fs = await import('node:fs/promises')",
  "import { createWriteStream } from 'node:fs'",
  "import { type FileHandle } from 'node:fs/promises'\nconst put = (file: FileHandle) => file.write(bytes)",
  "import { open } from 'node:fs/promises'\nawait (await open(path, 'w')).appendFile(bytes)",
  "import { openSync, writeSync } from 'node:fs'",
])('it would find %j', (text) => {
  expect(writesItself(text)).not.toBeNull()
})

it.each([
  "import { readFile } from 'node:fs/promises'\nstream.write(bytes)",
  "// import { writeFile } from 'node:fs'",
])('it leaves %j alone', (text) => {
  expect(writesItself(text)).toBeNull()
})
