// Names under which the browser stores data are of the type `StoredKey` and explained in 缓存管理; a name without an
// explanation does not compile. This rule finds writes that bypass the type.
import { expect, it } from 'vitest'
import { settingNames } from '#web/shell/settingValues.ts'
import { describeKey } from '#features/installation/web/caches/storedTexts.ts'
import { sourcesIn } from './guards/sources.ts'

const home = 'src/web/shell/storage.ts'
/** Restores cleared entries under their former names. */
const restores = 'src/features/installation/web/caches/storedTexts.ts'

it('everything in browser storage has a name of type StoredKey', () => {
  const writers = sourcesIn('src').filter(({ path, text }) => text.includes('.setItem(') && path !== restores)
  const untyped = writers.filter(
    ({ path, text }) =>
      path !== home &&
      !text.includes('StoredKey') &&
      !/import \{[^}]*\bkeyOf\b[^}]*\} from '.\/draftKeeper/.test(text),
  )
  expect(
    untyped.map(({ path }) => path),
    'take the name of what is stored from a StoredKey of web/shell/storage.ts',
  ).toEqual([])
  expect(
    sourcesIn('src').filter(({ text }) => /as StoredKey\b/.test(text)),
    'declare the key in web/shell/storage.ts instead of casting',
  ).toEqual([])
})

it('every stored name is explained in 缓存管理', () => {
  const declared = sourcesIn('src').find(({ path }) => path === home)?.text ?? ''
  const names = [...declared.matchAll(/^ {2}\| '([^']+)'$/gm)].map(([, name = '']) => name)
  expect(names).toContain('tableSize')
  for (const name of [...names, ...settingNames])
    expect(describeKey(name.endsWith(':') ? `${name}x` : name).says, name).not.toContain('用途未知')
  expect(describeKey('of another').says).toContain('用途未知')
})
