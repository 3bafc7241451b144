// @vitest-environment jsdom
// The home page links the pages that no menu links.
import { expect, it } from 'vitest'
import { pages } from '#commands/pages.ts'
import { type AuthorityInfo, permissionKeys, permissions } from '#shared/permissions.ts'
import { hiddenPlaces } from '#features/statement/web/home/places.ts'

const having = (role: AuthorityInfo) => ({
  email: 'a@example.com',
  username: 'a',
  games: [],
  role: { id: 1, name: 'r', ...role },
})

it('leads who may push and nothing else to its pages, and who is offered the page of all cards to none', () => {
  const pushing = { pushRule: ['search_push'] }
  const paths = hiddenPlaces(having(pushing)).map(({ path }) => path)
  expect(paths).toEqual(['/push/pushlist', '/push/history', '/push/pushTest'])
  expect(hiddenPlaces(having({ ...pushing, othersRule: ['search_log'] }))).toEqual([])
  expect(hiddenPlaces(having({}))).toEqual([])
})

it.each(permissionKeys)('leads who has %s alone to each card of it, unless a menu does', (key) => {
  const { rule } = permissions[key]
  const cards = pages.filter(({ card, permission }) => card && permission === key).map(({ path }) => path)
  const shown = hiddenPlaces(having({ [rule]: [key] })).map(({ path }) => path)
  expect(shown).toEqual(rule === 'othersRule' ? [] : cards)
})
