// Time-outs of calls: one minute, and three for lists of dictionaries and for SQL.
import { expect, it } from 'vitest'
import { callsOf } from '#server/slice.ts'
import { type Call, defaultTimeoutMs, slowTimeoutMs } from '#shared/call.ts'
import * as slices from '#features/server.ts'

const { customServer, codeServer, dictionaryServer } = slices

const isDictionaryList = ({ path }: Call): boolean => /\/(anaDictList\w*|rows\/\{id\})$/.test(path)
/** Whether the call runs a user's statement or reads its result: the sandbox also allows three minutes. */
const runsSql = ({ path }: Call): boolean => !/\/(folders|snippets)\b/.test(path)

/** Calls that may take longer, by slice; other long work belongs in jobs. */
const mayTakeLonger = new Set([
  ...callsOf({ dictionaryServer }).filter(isDictionaryList),
  ...callsOf({ codeServer, customServer }).filter(runsSql),
])

it('a call’s time-out is at most a minute, except for dictionary lists and SQL', () => {
  const slow = callsOf(slices).filter(({ timeoutMs }) => timeoutMs > defaultTimeoutMs)
  expect(slow.length).toBeGreaterThan(0)
  expect(
    slow.filter((call) => !mayTakeLonger.has(call)).map(({ name }) => name),
    'use the default time-out, and run longer work as a job',
  ).toEqual([])
})

it.each([
  ['POST', '/api/s1/redirect/dict/data/AnaDict/anaDictListsByDictId'],
  ['POST', '/api/s1/redirect/dict/data/AnaDict/anaDictListsByDictName'],
  ['POST', '/api/s1/redirect/dict/data/AnaDict/anaDictListsByFormName'],
  ['GET', '/api/s1/redirect/dict/data/AnaDict/anaDictListAll'],
  ['POST', '/api/s1/redirect/aliyun/data/sqlQuery/query'],
  ['POST', '/api/s1/redirect/aliyun/lighting/sqlQuery'],
  ['POST', '/api/s1/redirect/aliyun/queryLight'],
])('is three minutes for %s %s', (method, path) => {
  const found = callsOf(slices).find((call) => call.method === method && call.path === path)
  expect(found?.timeoutMs, 'declare timeoutMs: slowTimeoutMs').toBe(slowTimeoutMs)
})
