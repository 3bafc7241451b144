// Whatever deletes says so while it runs, by whatever name.
import { describe, expect, it } from 'vitest'
import * as slices from '../../src/features/server.ts'
import { callsOf } from '../../src/server/slice.ts'
import { loadingTextOf, loadingTexts } from '../../src/web/api/loading.ts'

const calls = callsOf(slices)

describe('what is shown while a call runs', () => {
  const deleting = calls.filter(({ name, path }) => /delete|drop|del[A-Z]/i.test(`${name} ${path}`))

  it('says of each deletion that it is one', () => {
    expect(deleting.length).toBeGreaterThan(7)
    expect(
      deleting.filter((call) => loadingTextOf(call) !== loadingTexts.remove).map(({ name }) => name),
    ).toEqual([])
    expect(
      loadingTextOf({ name: 'removeWhiteListEntry', path: '/api/s1/data/AnaWhiteList/delete/{id}' }),
    ).toBe('正在删除...')
  })

  it('says it of nothing else', () => {
    const others = calls.filter((call) => !deleting.includes(call))
    expect(
      others.filter((call) => loadingTextOf(call) === loadingTexts.remove).map(({ name }) => name),
    ).toEqual([])
  })
})
