// Only the server's own user may write the folder of compiled code, because its content is executed.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { compiledCode } from '#setup/compiled.mjs'
import { makeFolder } from '#tests/factories/warehouse.ts'

const nobody = 65_534
const ownUser = process.getuid?.() ?? 0
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

async function made(): Promise<string> {
  const folder = await makeFolder()
  chmodSync(folder, 0o755)
  return join(folder, 'cache/compiled')
}

it('makes a folder of its own user’s alone, whatever new files are open to', async () => {
  const folder = await made()
  const before = process.umask(0o000)
  onTestFinished(() => void process.umask(before))
  expect(compiledCode(folder)).toEqual({ NODE_COMPILE_CACHE: folder })
  expect(modeOf(folder)).toBe('700')
})

it('comes with programs that open what they make to no other user', () => {
  const setup = new URL('../../../src/setup/install.mjs', import.meta.url).href
  const script = `const { run } = await import(${JSON.stringify(setup)})
    await run(process.execPath, ['--print', 'process.umask()'])`
  const started = `umask 000 && exec "$0" --input-type=module --eval "$1"`
  const { stdout } = spawnSync('sh', ['-c', started, process.execPath, script])
  expect(Number(stdout.toString()).toString(8)).toBe('22')
})

it('closes one that others could read, and keeps what is in it', async () => {
  const folder = await made()
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  writeFileSync(join(folder, 'kept'), '')
  compiledCode(folder)
  expect([modeOf(folder), await readdir(folder)]).toEqual(['700', ['kept']])
})

it('empties one that others could write', async () => {
  const folder = await made()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'planted'), '')
  chmodSync(folder, 0o777)
  expect(compiledCode(folder)).toEqual({ NODE_COMPILE_CACHE: folder })
  expect([modeOf(folder), await readdir(folder)]).toEqual(['700', []])
})

it('uses none that belongs to another, is a link, or cannot be made', async () => {
  const folder = await made()
  compiledCode(folder)
  expect(compiledCode(folder, ownUser + 1)).toEqual({ NODE_COMPILE_CACHE: '' })
  symlinkSync(folder, `${folder}-link`)
  expect(compiledCode(`${folder}-link`)).toEqual({ NODE_COMPILE_CACHE: '' })
  writeFileSync(`${folder}-file`, '')
  expect(compiledCode(`${folder}-file`)).toEqual({ NODE_COMPILE_CACHE: '' })
  expect(compiledCode(`${folder}-file/below`)).toEqual({ NODE_COMPILE_CACHE: '' })
})

/** Says which of the tries came through. */
const attack = `
  const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
  const at = (name) => process.argv[1] + name
  const tries = {
    plants: () => writeFileSync(at('/planted'), ''),
    changes: () => writeFileSync(at('/code'), ''),
    reads: () => readFileSync(at('/code')),
    replaces: () => renameSync(at('/code'), at('/other')),
    removes: () => rmSync(at('/code')),
    moves: () => renameSync(at(''), at('-moved')),
  }
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      attempt()
      console.log(name)
    } catch {}
  }`

it('leaves nothing to a process of nobody’s rights, as a sandbox’s is where the server is root', async () => {
  const folder = await made()
  compiledCode(folder)
  writeFileSync(join(folder, 'code'), 'code')
  // Only root can start a process of another's rights; for anybody else the folder's mode says it.
  const rights = ownUser === 0 ? { uid: nobody, gid: nobody } : null
  const told = rights && spawnSync(process.execPath, ['--eval', attack, folder], { ...rights, cwd: '/' })
  expect(told?.stdout.toString() ?? '').toBe('')
  expect(told?.status ?? 0).toBe(0)
  expect(modeOf(folder)).toBe('700')
})
