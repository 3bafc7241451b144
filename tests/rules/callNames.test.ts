// The name of a call in «{call name} ERROR: {status}» is the last part of its path, never an invented word.
import { describe, expect, it } from 'vitest'
import { callErrorText, callName } from '#shared/call.ts'
import { readCallList } from './guards/access.ts'

const paths = [...readCallList().keys()]
/** The path's segments without parameters: `getReportBy{type}` is `getReportBy`. */
const partsOf = (path: string) =>
  path
    .replace(/\{\w+\}/g, '')
    .split('/')
    .filter(Boolean)
const plain = (text: string) => text.toLowerCase()

describe('the name of a call', () => {
  it('is checked for all calls', () => {
    expect(paths.length).toBeGreaterThan(100)
  })

  it.each(paths)('%s is its last part, or its last two parts joined', (path) => {
    const [before = '', last = ''] = partsOf(path).slice(-2)
    expect([last, before + last].map(plain), 'correct callName in shared/call.ts').toContain(
      plain(callName({ path })),
    )
    expect(callErrorText({ path }, 502)).toBe(`${callName({ path })} ERROR: 502`)
  })

  it('is different for each path, except for a list and one of its items', () => {
    const plainPaths = new Set(paths.map((path) => partsOf(path).join('/')))
    const named = Map.groupBy(plainPaths, (path) => callName({ path }))
    expect(
      [...named].filter(([, alike]) => alike.length > 1),
      'let callName in shared/call.ts distinguish these paths',
    ).toEqual([])
  })

  it.each([
    ['/api/s5/data/task/find', 'taskFind'],
    ['/api/s1/data/getViewMeta', 'getViewMeta'],
    ['/api/s1/data/Report/getReportBy{type}/{id}', 'getReportBy'],
    ['/api/s1/redirect/aliyun/list', 'list'],
    ['/api/s1/data/UserInfo/addOrUpdate', 'userInfoAddOrUpdate'],
  ])('of %s is %s', (path, name) => {
    expect(callName({ path })).toBe(name)
  })
})
