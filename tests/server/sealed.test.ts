// Sealed texts can only be opened in the place where they were sealed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { seal, unseal } from '#server/sealed.ts'

const [dataDir, other] = [
  mkdtempSync(join(tmpdir(), 'sealed-')),
  mkdtempSync(join(tmpdir(), 'sealed-')),
] as const
afterAll(() => {
  for (const folder of [dataDir, other]) rmSync(folder, { recursive: true, force: true })
})

it('are read with the same secret, purpose and place alone', () => {
  const where = { dataDir, purpose: 'test', place: 'row 1' }
  const sealed = seal('令牌 token', where)
  expect(sealed).not.toContain('token')
  expect(unseal(sealed, where)).toBe('令牌 token')
  expect(seal('令牌 token', where)).not.toBe(sealed)
  for (const wrong of [{ place: 'row 2' }, { purpose: 'else' }, { dataDir: other }])
    expect(unseal(sealed, { ...where, ...wrong })).toBeNull()
  const turned = sealed.at(-3) === 'A' ? 'B' : 'A'
  for (const broken of [
    '',
    'v1.',
    'v2.AAAA',
    `${sealed.slice(0, -3)}${turned}${sealed.slice(-2)}`,
    sealed.slice(0, 20),
  ])
    expect(unseal(broken, where)).toBeNull()
})
