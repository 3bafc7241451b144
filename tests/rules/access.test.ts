// Calls and pages ask for what the specification says, each in the one place that states it.
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Command } from '../../commands/define.ts'
import { pages } from '../../commands/pages.ts'
import * as slices from '../../src/features/server.ts'
import { callsOf } from '../../src/server/slice.ts'
import type { Call } from '../../src/shared/call.ts'
import type { Page } from '../../src/web/shell/pages.ts'
import type { WebSlice } from '../../src/web/shell/slice.ts'
import { type CallList, callFaults, pageFaults, readCallList } from './guards/access.ts'

const nameOf = (slice: string) => slice.replace(/Server$/, '')

describe('the calls', () => {
  it.each(Object.entries(slices))('of %s agree with the list of the specification', (name, slice) => {
    const { ownPaths = `/api/s1/${nameOf(name)}/` } = slice
    expect(callFaults(callsOf({ slice }), ownPaths, readCallList())).toEqual([])
  })

  const list: CallList = new Map([
    ['/api/s1/data/a', new Map([['POST', 'configRule:search_config json']])],
    ['/api/s1/data/b/{id}', new Map([['GET', 'own[configRule:search_config] blob']])],
  ])
  const call = (given: Partial<Call>): Call => ({
    name: 'a',
    method: 'POST',
    path: '/api/s1/data/a',
    access: { keys: ['search_config'] },
    kind: 'json',
    timeoutMs: 1,
    example: {},
    ...given,
  })
  const faults = (given: Partial<Call>) => callFaults([call(given)], '/api/s1/own/', list)

  it('pass as they are listed, and under paths of the slice', () => {
    expect(faults({})).toEqual([])
    expect(faults({ path: '/api/s1/own/a', access: 'session' })).toEqual([])
    const own: Partial<Call> = { method: 'GET', path: '/api/s1/data/b/{id}', kind: 'blob' }
    expect(faults({ ...own, access: { own: 'search_config' } })).toEqual([])
  })

  it.each<[string, Partial<Call>, string]>([
    ['public', { access: 'public' }, 'a is public json instead of configRule:search_config json'],
    [
      'open to any session',
      { access: 'session' },
      'a is session json instead of configRule:search_config json',
    ],
    [
      'open to a further key',
      { access: { keys: ['search_config', 'search_log'] } },
      'a is configRule:search_config,othersRule:search_log json instead of configRule:search_config json',
    ],
    ['of another method', { method: 'GET' }, 'a is listed as POST'],
    ['elsewhere', { path: '/api/s1/data/other' }, 'a stands neither on the list nor under /api/s1/own/'],
  ])('are caught where one is %s', (_, given, fault) => {
    expect(faults(given)).toEqual([fault])
  })
})

describe('the pages', () => {
  it('agree with the sections of the specification', () => {
    expect(pages.length).toBeGreaterThan(5)
    expect(pageFaults(pages)).toEqual([])
  })

  const page = (given: Partial<Page>) => ({ path: '/nowhere', permission: 'session' as const, ...given })
  const faults = (given: Partial<Page>) => pageFaults([page(given)])

  it('pass with their section’s key, or with one where it asks for none', () => {
    expect(faults({ path: '/push/pushlist', permission: 'search_push' })).toEqual([])
    expect(faults({ path: '/others/jsonPreview', permission: 'search_testTools' })).toEqual([])
    expect(faults({ path: '/code_view/:id', permission: 'open' })).toEqual([])
  })

  it.each<[string, Partial<Page>, string]>([
    ['says nothing', { permission: undefined }, '/nowhere names neither a permission nor that it is open'],
    [
      'forgets its key',
      { path: '/push/pushlist', permission: 'session' },
      '/push/pushlist is session, its section search_push',
    ],
    [
      'takes another key',
      { path: '/others/WhiteList', permission: 'search_blackList' },
      '/others/WhiteList is search_blackList, its section search_whiteList',
    ],
    ['is open where it must not', { permission: 'open' }, '/nowhere is open, its section session'],
    [
      'is led to from a guarded address',
      { from: ['/config/old'] },
      '/config/old is session, its section search_config',
    ],
  ])('are caught where one %s', (_, given, fault) => {
    expect(pageFaults([page(given)])).toEqual([fault])
  })

  it('are caught where two take one address', () => {
    expect(pageFaults([page({}), page({ path: '/Nowhere/' })])).toEqual(['/nowhere is taken twice'])
  })
})

describe('a declaration', () => {
  const load = async () => ({ Page: () => null })
  const commands = [
    { id: 'a.open', title: '开', en: 'Open', go: '/a', context: 'global', group: '前往' },
    { id: 'a.do', title: '做', en: 'Do', permission: null, context: 'global', group: '此页' },
  ] as const satisfies readonly Command[]

  it('does not compile without the permission of a page', () => {
    expectTypeOf({ path: '/a', title: '甲', permission: 'open' as const, load }).toExtend<Page>()
    expectTypeOf({ path: '/a', title: '甲', load }).not.toExtend<Page>()
  })

  it('does not compile with a permission beside the page that a command opens', () => {
    const [open] = commands
    expectTypeOf({ ...open, permission: null }).not.toExtend<Command>()
  })

  it('does not compile without the handler of a command', () => {
    const run = () => undefined
    type Handlers = Awaited<ReturnType<WebSlice<typeof commands>['handlers']>>
    expectTypeOf({ 'a.do': run }).toExtend<Handlers>()
    expectTypeOf({}).not.toExtend<Handlers>()
  })
})
