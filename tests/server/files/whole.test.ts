// Writing to a nearly full disk: every function of the writer throws, and the former file stays.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whole-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const room = 1_000_000
const hasLimits = spawnSync('prlimit', ['--version']).status === 0

/** Runs a script of the writer's functions whose files take no byte beyond `room`; gives the codes that it threw. */
function runLimited(script: string): string {
  const whole = JSON.stringify(new URL('../../../src/server/files/whole.ts', import.meta.url).href)
  const text = `
    import { open } from 'node:fs/promises'
    import { openSync } from 'node:fs'
    import * as whole from ${whole}
    const path = ${JSON.stringify(join(folder, 'file'))}
    const bytes = Buffer.alloc(${room} * 1.5, 'x')
    const codeOf = async (work) => { try { await work(); return 'nothing' } catch (error) { return error.code } }
    process.stdout.write(await codeOf(async () => { ${script} }))`
  const args = [`--fsize=${room}`, process.execPath, '--input-type=module', '-e', text]
  const { stdout, stderr } = spawnSync('prlimit', args, { encoding: 'utf8' })
  return stdout + stderr
}

test.runIf(hasLimits).each([
  ['writeAll', "await whole.writeAll(await open(path, 'w'), bytes)"],
  ['writeAll at a place', "await whole.writeAll(await open(path, 'w'), bytes, 0)"],
  ['writeAllSync', "whole.writeAllSync(openSync(path, 'w'), bytes)"],
  ['makeFile', 'await whole.makeFile(path, [bytes])'],
  ['makeFileSync', 'whole.makeFileSync(path, bytes)'],
])('%s throws where a part found room', (_, script) => {
  expect(runLimited(script)).toBe('EFBIG')
  // The part that found room, which a write acknowledged.
  expect(readFileSync(join(folder, 'file')).length).toBe(room)
})

test.runIf(hasLimits).each([
  ['saveFile', 'await whole.saveFile(path, bytes)'],
  ['saveFileSync', 'whole.saveFileSync(path, bytes)'],
])('%s throws, leaves nothing aside, and what was there stays', (_, script) => {
  writeFileSync(join(folder, 'file'), 'before')
  expect(runLimited(script)).toBe('EFBIG')
  expect(readdirSync(folder)).toEqual(['file'])
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('before')
})

test.runIf(hasLimits)('what fits is there to its last byte', () => {
  expect(runLimited('await whole.saveFile(path, bytes.subarray(0, 900_000))')).toBe('nothing')
  expect(readFileSync(join(folder, 'file')).length).toBe(900_000)
})
