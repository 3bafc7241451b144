// The installation's secret: short, example and world-readable ones prevent the start, and no message repeats the
// secret.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { secret } from './tagHouse.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function readWith(env: Record<string, string>, file?: { content: string; mode: number }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'secret-'))
  folders.push(dataDir)
  const secretFile = join(dataDir, 'tag-secret')
  if (file) {
    writeFileSync(secretFile, file.content)
    // Whatever the process keeps from new files.
    chmodSync(secretFile, file.mode)
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ userTags: { secretFile } }))
  }
  return () => readSettings({ DATA_DIR: dataDir, ...env }).userTagSecret
}

describe('USER_TAG_SECRET', () => {
  it('is of the environment, of a file of one’s own, or of none', () => {
    expect(readWith({ USER_TAG_SECRET: secret })()).toBe(secret)
    expect(readWith({}, { content: `${secret}\n`, mode: 0o600 })()).toBe(secret)
    expect(readWith({})()).toBeNull()
  })

  it.each([
    ['short', 'hZ3v9QpL0xWc7RtY2mK', /太短，至少 32 个字符/],
    ['a sample', `change-me-${secret}`, /像是示例/],
    ['of one letter', 'x'.repeat(40), /像是示例/],
    ['with a blank', `${secret} ${secret}`, /不能含空白/],
    ['in Chinese', '密'.repeat(40), /只能含英文字母/],
  ])('%s stops the start', (_, given, words) => {
    expect(readWith({ USER_TAG_SECRET: given })).toThrow(words)
    try {
      readWith({ USER_TAG_SECRET: given })()
    } catch (error) {
      expect((error as Error).message).not.toContain(given)
    }
  })

  it('of a file that others can read, that is empty, or beside another stops it, too', () => {
    expect(readWith({}, { content: secret, mode: 0o644 })).toThrow(/可被他人读取，请把权限改为 0600/)
    expect(readWith({}, { content: '\n', mode: 0o600 })).toThrow(/是空的/)
    expect(readWith({ USER_TAG_SECRET: secret }, { content: secret, mode: 0o600 })).toThrow(/只能有一个/)
  })
})
