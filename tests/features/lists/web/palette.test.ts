// @vitest-environment jsdom
// List entries in the palette are found by pinyin and initials.
import { afterEach, expect, it, vi } from 'vitest'
import { matchesName } from '#shared/textMatch.ts'
import { answerWith, envelope } from '#tests/web/shell/answers.ts'
import { readAccounts, readEvents } from '#features/lists/web/paletteSource.ts'

afterEach(() => vi.unstubAllGlobals())

const name = '升级'
const answers: Record<string, unknown> = {
  '/api/s1/data/AnaEv/list': [
    { id: 1, code: 'level_up', name, pinyin: 'sheng ji', category: '', state: 'active', describe: '' },
  ],
  '/api/s1/data/getAdAccount': {
    rows: [{ id: 2, name, pinyin: 'sheng ji', accountId: '99', platform: 'toutiao', keeper: 'mei' }],
    platforms: [],
    games: [],
  },
}

it('events and accounts are found by pinyin and initials', async () => {
  answerWith(({ path }) => envelope(answers[path]))
  const { signal } = new AbortController()
  const found = [...(await readEvents(signal)), ...(await readAccounts(signal))]
  expect(found).toHaveLength(2)
  for (const { title, pinyin } of found)
    expect(['sj', 'shengji', '升ji'].every((typed) => matchesName(title, pinyin, typed))).toBe(true)
})
