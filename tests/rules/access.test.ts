// Checks that calls and pages require the permission that calls.tsv and pages.tsv list for them.

import type { TSchema } from 'typebox'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Command } from '#commands/define.ts'
import { pages } from '#commands/pages.ts'
import type { CallContext, registerCall } from '#server/http/registerCall.ts'
import type { SessionUser } from '#server/http/session.ts'
import { callsOf } from '#server/slice.ts'
import { type Access, type Call, defineCall } from '#shared/call.ts'
import type { Page } from '#web/shell/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import * as slices from '#features/server.ts'
import {
  type CallList,
  callFaults,
  pageFaults,
  readCallList,
  readPageList,
  staleCalls,
  stalePages,
} from './guards/access.ts'

const nameOf = (slice: string) => slice.replace(/Server$/, '')

describe('the calls', () => {
  it.each(Object.entries(slices))('of %s have the access listed in calls.tsv', (name, slice) => {
    const { ownPaths = `/api/s1/${nameOf(name)}/` } = slice
    expect(
      callFaults(callsOf({ slice }), ownPaths, readCallList()),
      'declare the call in its contract as tests/rules/calls.tsv lists it, or list it there',
    ).toEqual([])
  })

  it('are as many as the table has lines', () => {
    expect(
      staleCalls(callsOf(slices), readCallList()),
      'remove these lines from tests/rules/calls.tsv: no call is declared for them',
    ).toEqual([])
  })

  const spec = (asks: string) => ({ asks, ours: false })
  const list: CallList = new Map([
    ['/api/s1/data/a', new Map([['POST', spec('configRule:search_config json')]])],
    ['/api/s1/data/b/{id}', new Map([['GET', spec('own[configRule:search_config] blob')]])],
    ['/api/s1/own/a', new Map([['POST', { asks: 'session json', ours: true }]])],
    ['/api/s1/astray/a', new Map([['POST', { asks: 'session json', ours: true }]])],
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

  it('pass as they are listed', () => {
    expect(faults({})).toEqual([])
    expect(faults({ path: '/api/s1/own/a', access: 'session' })).toEqual([])
    const own: Partial<Call> = { method: 'GET', path: '/api/s1/data/b/{id}', kind: 'blob' }
    expect(faults({ ...own, access: { own: 'search_config' } })).toEqual([])
  })

  const mend = 'mend its contract, or, where who may call it is to change, tests/rules/calls.tsv'
  it.each<[string, Partial<Call>, string]>([
    ['public', { access: 'public' }, `a is public json instead of configRule:search_config json: ${mend}`],
    [
      'open to any session',
      { access: 'session' },
      `a is session json instead of configRule:search_config json: ${mend}`,
    ],
    [
      'open to a further key',
      { access: { keys: ['search_config', 'search_log'] } },
      `a is configRule:search_config,othersRule:search_log json instead of configRule:search_config json: ${mend}`,
    ],
    [
      'open to whom it is shared with',
      { access: { shared: 'search_config' } },
      `a is shared[configRule:search_config] json instead of configRule:search_config json: ${mend}`,
    ],
    [
      'public, and no given call',
      { path: '/api/s1/own/a', access: 'public' },
      `a is public json instead of session json: ${mend}`,
    ],
    [
      'of another method',
      { method: 'GET' },
      'a is listed as POST: mend its method, or tests/rules/calls.tsv',
    ],
    [
      'in no line, though under the paths of its slice',
      { path: '/api/s1/own/new', access: 'public' },
      'a (POST /api/s1/own/new) is not in tests/rules/calls.tsv: judge who may call it, then add a line for public json',
    ],
    [
      'elsewhere',
      { path: '/api/s1/astray/a', access: 'session' },
      'a is no given call and stands elsewhere than under /api/s1/own/: mend its path',
    ],
  ])('are caught where one is %s', (_, given, fault) => {
    expect(faults(given)).toEqual([fault])
  })

  it('are reported where they are listed and declared differently', () => {
    expect(staleCalls([call({})], new Map([...list].slice(0, 2)))).toEqual(['GET /api/s1/data/b/{id}'])
  })
})

describe('the pages', () => {
  it('have the permission listed in pages.tsv and that of their section', () => {
    expect(pages.length).toBeGreaterThan(5)
    expect(
      pageFaults(pages, readPageList()),
      'give the page its permission as tests/rules/pages.tsv lists it, or list it there',
    ).toEqual([])
  })

  it('are as many as the table has lines', () => {
    expect(
      stalePages(pages, readPageList()),
      'remove these lines from tests/rules/pages.tsv: no page is declared for them',
    ).toEqual([])
  })

  const page = (given: Partial<Page>) => ({ path: '/nowhere', permission: 'session' as const, ...given })
  /** Faults of a page that is listed exactly as it is declared. */
  const faults = (given: Partial<Page>) => {
    const { path, permission, from = [] }: Partial<Page> = page(given)
    const list = new Map([path, ...from].map((address) => [String(address), String(permission)]))
    return pageFaults([page(given)], list)
  }

  it('pass with their section’s key, or with one where it asks for none', () => {
    expect(faults({ path: '/push/pushlist', permission: 'search_push' })).toEqual([])
    expect(faults({ path: '/others/jsonPreview', permission: 'search_testTools' })).toEqual([])
    expect(faults({ path: '/code_view/:id', permission: 'open' })).toEqual([])
  })

  const ofPush = String.raw`^/push/pushlist in src/features/push/web/slice\.ts`
  it.each<[string, Partial<Page>, string]>([
    [
      'says nothing',
      { permission: undefined },
      '^/nowhere names neither a permission nor that it is open: declare its permission$',
    ],
    [
      'forgets its key',
      { path: '/push/pushlist', permission: 'session' },
      `${ofPush} is session, its section search_push: mend its permission$`,
    ],
    [
      'takes another key',
      { path: '/others/WhiteList', permission: 'search_blackList' },
      '^/others/WhiteList is search_blackList, its section search_whiteList: ',
    ],
    ['is open where it must not', { permission: 'open' }, '^/nowhere is open, its section session: '],
    [
      'is led to from a guarded address',
      { from: ['/config/old'] },
      '^/config/old is session, its section search_config: ',
    ],
  ])('are caught where one %s', (_, given, fault) => {
    expect(faults(given)).toEqual([expect.stringMatching(fault)])
  })

  it('are reported where pages.tsv lists another permission or none', () => {
    expect(pageFaults([page({ path: '/sharing' })], new Map([['/sharing', 'manage_authority']]))).toEqual([
      '/sharing in src/features/sharing/web/slice.ts is session instead of manage_authority: mend its declaration, or, where who may open it is to change, tests/rules/pages.tsv',
    ])
    expect(pageFaults([page({})], new Map())).toEqual([
      '/nowhere is not in tests/rules/pages.tsv: judge who may open it, then add a line for session',
    ])
    expect(stalePages([page({})], new Map([['/gone', 'session']]))).toEqual(['/gone'])
  })

  it('are reported where two pages have the same address', () => {
    const list = new Map([
      ['/nowhere', 'session'],
      ['/Nowhere/', 'session'],
    ])
    expect(pageFaults([page({}), page({ path: '/Nowhere/' })], list)).toEqual([
      '/nowhere is taken twice: give one of them another path',
    ])
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

  it('does not compile where a command that opens a page has a permission of its own', () => {
    const [open] = commands
    expectTypeOf({ ...open, permission: null }).not.toExtend<Command>()
  })

  it('does not compile without the handler of a command', () => {
    const run = () => undefined
    type Handlers = Awaited<ReturnType<WebSlice<typeof commands>['handlers']>>
    expectTypeOf({ 'a.do': run }).toExtend<Handlers>()
    expectTypeOf({}).not.toExtend<Handlers>()
  })

  it('gives its handler a user only where its access requires one', () => {
    expectTypeOf<CallContext<'public'>['user']>().toEqualTypeOf<null>()
    expectTypeOf<CallContext<{ shared: 'search_log' }>['user']>().toEqualTypeOf<SessionUser | null>()
    for (const user of [] as CallContext<'session' | { own: null } | { keys: ['search_log'] }>['user'][])
      expectTypeOf(user).toEqualTypeOf<SessionUser>()
    // With an access that is not known at compile time, no handler may rely on a user.
    expectTypeOf<CallContext<Access>['user']>().toEqualTypeOf<SessionUser | null>()
  })

  it('does not compile where a public handler reads a user', () => {
    type Handler<Asked extends Access> = Parameters<
      typeof registerCall<TSchema, TSchema, TSchema, TSchema, Asked>
    >[2]
    const reads = (_: unknown, { user }: CallContext<'session'>) => user.id
    expectTypeOf(reads).toExtend<Handler<'session'>>()
    expectTypeOf(reads).not.toExtend<Handler<'public'>>()
    expectTypeOf(reads).not.toExtend<Handler<{ shared: 'search_log' }>>()
    const declared = defineCall({ name: 'a', method: 'GET', path: '/a', access: 'public', example: {} })
    expectTypeOf(declared.access).toEqualTypeOf<'public'>()
  })
})
