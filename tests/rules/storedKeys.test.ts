// What the browser keeps under a name of ours is explained in 缓存管理: names are of the type `StoredKey`, whose parts all
// have their words there, so a name without words does not compile. What writes past that type is found here.
import { expect, it } from 'vitest'
import { settingNames } from '#web/shell/settingValues.ts'
import { describeKey } from '#features/installation/web/caches/storedTexts.ts'
import { sourcesIn } from './guards/sources.ts'

const home = 'src/web/shell/storage.ts'
/** Puts back what was cleared, under the name that it had. */
const restores = 'src/features/installation/web/caches/storedTexts.ts'

it('nothing is kept in the browser under a name that is no StoredKey', () => {
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

it('every name that the code has has its words', () => {
  const declared = sourcesIn('src').find(({ path }) => path === home)?.text ?? ''
  const names = [...declared.matchAll(/^ {2}\| '([^']+)'$/gm)].map(([, name = '']) => name)
  expect(names).toContain('tableSize')
  for (const name of [...names, ...settingNames])
    expect(describeKey(name.endsWith(':') ? `${name}x` : name).says, name).not.toContain('用途不明')
  expect(describeKey('of another').says).toContain('用途不明')
})
