import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeMemoryFolder } from '../../src/setup/memoryFolder.mjs'

let parent: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'memory-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

it('is made for the run, open to servers of other users, and goes with it', () => {
  const made = makeMemoryFolder(parent, 1)
  if (!made) throw new Error('there was no room')
  expect(statSync(made.folder).mode & 0o777).toBe(0o755)
  writeFileSync(join(made.folder, 'file'), 'x')
  made.remove()
  expect(readdirSync(parent)).toEqual([])
})

it('is none where memory has no such room, or no such place', () => {
  expect(makeMemoryFolder(parent, Number.MAX_SAFE_INTEGER)).toBeNull()
  expect(makeMemoryFolder(join(parent, 'nowhere'), 1)).toBeNull()
  expect(readdirSync(parent)).toEqual([])
})

it('takes away what a run left that was killed, and nothing else', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const [gone, living, other] = [`analytics-tests-${pid}-a`, `analytics-tests-${process.pid}-b`, 'others']
  for (const name of [gone, living, other]) mkdirSync(join(parent, name))
  makeMemoryFolder(parent, 1)?.remove()
  expect([gone, living, other].map((name) => existsSync(join(parent, name)))).toEqual([false, true, true])
})
