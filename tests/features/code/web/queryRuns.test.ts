// @vitest-environment jsdom
// Following runs in the browser, with a scripted server.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useMessages } from '#web/shell/message.ts'
import type { Run } from '#features/code/contract.ts'
import { addDocument, changeDocument, openDocuments } from '#features/code/web/query/documents/actions.ts'
import { closeDocument } from '#features/code/web/query/documents/closing.ts'
import { flush } from '#features/code/web/query/documents/drafts.ts'
import { writeLayout } from '#features/code/web/query/documents/layout.ts'
import { resetDocuments, useDocuments } from '#features/code/web/query/documents/store.ts'
import type { SqlDocument } from '#features/code/web/query/documents/types.ts'
import { closable, closeMany, closeResult, reopenResult } from '#features/code/web/query/runs/closing.ts'
import { unfollowAll } from '#features/code/web/query/runs/follow.ts'
import { placeAt, problemsIn } from '#features/code/web/query/runs/places.ts'
import { mostResults } from '#features/code/web/query/runs/room.ts'
import { cancel, explain, resumeRuns, run, runAll } from '#features/code/web/query/runs/start.ts'
import { isSameValues, statementName, statementsIn } from '#features/code/web/query/runs/statement.ts'
import { cancelByKey } from '#features/code/web/query/runs/stopping.ts'
import {
  type EditorRun,
  isOver,
  problemOf,
  resetRuns,
  runsOf,
  shownRun,
  useRuns,
} from '#features/code/web/query/runs/store.ts'
import { closeDialog, useView } from '#features/code/web/query/view.ts'
import { changeState, stateOf, untouched } from '#features/code/web/results/shown.ts'

const blank: Run = {
  queryId: '',
  kind: 'query',
  status: 'running',
  place: null,
  waiting: 0,
  title: '',
  sql: '',
  columns: [],
  data: [],
  from: 0,
  rowCount: 0,
  truncated: false,
  summary: null,
  elapsedMs: 1,
  queuedMs: 0,
  cached: false,
  updateTime: null,
  startedAt: '2026-10-01T00:00:00Z',
  endedAt: null,
  expiresAt: null,
  pinned: false,
  problem: null,
  file: null,
  stamp: 1,
}

/** What the server knows of each run, by its statement. */
let server: Map<string, Run>
let asked: { path: string; body: unknown }[]
/** How a statement ends: at once, or when the test says so. */
let endings: Record<string, Partial<Run>>
let down = false
/** No plan is answered; its caller may leave. */
let hangs = false
let number = 0

const problem = { code: 'sql_error', message: '找不到列 x', line: 2, column: 8, length: 1, near: 'x' }
const failed: Partial<Run> = { status: 'failed', problem }

const reply = (data: unknown, status = 200) =>
  new Response(JSON.stringify({ isSuccess: status === 200, data, msg: '', code: 'object_missing' }), {
    status,
    headers: { 'content-type': 'application/json' },
  })

function answer(path: string, body: { sql?: string }, isBare: boolean): Response {
  if (path.endsWith('/sqlQuery/query')) {
    const sql = body.sql ?? ''
    const queryId = `r${++number}`
    const state: Run = { ...blank, ...(endings[sql] ?? { status: 'done' }), queryId, sql }
    server.set(queryId, state)
    return reply(state)
  }
  const id = path.split('/').at(-1) ?? ''
  const known = server.get(id)
  if (!known) return reply(null, 404)
  if (path.includes('/cancel/')) end(id, { status: 'canceled' })
  const state = server.get(id) as Run
  return reply(isBare ? { ...state, sql: '', columns: [] } : state)
}

function end(queryId: string, part: Partial<Run>): void {
  const known = server.get(queryId) as Run
  server.set(queryId, { ...known, ...part, stamp: known.stamp + 1 })
}

let documentId = ''

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('BroadcastChannel', undefined)
  server = new Map()
  asked = []
  endings = {}
  down = false
  hangs = false
  number = 0
  resetRuns()
  resetDocuments(null)
  useMessages.setState({ messages: [] })
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, location.href)
    const body = JSON.parse(String(init?.body ?? '{}'))
    asked.push({ path: pathname, body })
    if (hangs) {
      return new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
    }
    if (down) throw new TypeError('no network')
    const isBare = searchParams.get('rowsOnly') === 'true'
    return answer(pathname, body, isBare)
  })
  await openDocuments('lin')
  resumeRuns()
  documentId = useDocuments.getState().active
})
afterEach(() => {
  unfollowAll()
  vi.unstubAllGlobals()
})

const target = (sql: string, start = 0) => ({ sql, start })
const statuses = () => runsOf(documentId).map((editorRun) => editorRun.run?.status)
const settle = (check: () => void) => vi.waitFor(check, { interval: 20 })
const sentSql = () =>
  asked.filter(({ path }) => path.endsWith('/query')).map(({ body }) => (body as { sql: string }).sql)

describe('one run', () => {
  it('keeps its text and columns, which do not travel with each change', async () => {
    const column = {
      key: 'c0',
      title: 'n',
      kind: 'column',
      type: 'integer',
      databaseType: 'INTEGER',
      format: null,
    }
    endings['select 1'] = { status: 'running', columns: [column as Run['columns'][number]] }
    run(documentId, target('select 1'))
    await settle(() => expect(statuses()).toEqual(['running']))
    end('r1', { status: 'done', rowCount: 1 })
    await settle(() => expect(statuses()).toEqual(['done']))
    expect(runsOf(documentId)[0]?.run).toMatchObject({
      sql: 'select 1',
      columns: [{ title: 'n' }],
      rowCount: 1,
    })
  })

  it('is sent without waiting for its end, with its parameters and limit, and asked after until it is over', async () => {
    endings['select :n'] = { status: 'running' }
    useDocuments.setState(({ documents }) => ({
      documents: {
        ...documents,
        [documentId]: {
          ...(documents[documentId] as (typeof documents)[string]),
          limit: 10_000,
          parameters: { n: { type: 'number', value: '3', dictId: null, label: '' } },
        },
      },
    }))
    run(documentId, target('select :n'))
    await settle(() => expect(statuses()).toEqual(['running']))
    expect(asked[0]?.body).toMatchObject({
      sql: 'select :n',
      async: true,
      limit: 10_000,
      params: { n: { type: 'number', value: 3 } },
    })
    end('r1', { status: 'done', rowCount: 7 })
    await settle(() => expect(statuses()).toEqual(['done']))
    const after = asked.length
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(asked.length).toBe(after)
  })

  it('is not sent while a parameter has no value', () => {
    const sql = 'select :player_id, :start_date, :id_list'
    expect(run(documentId, target(sql))).toBe(false)
    expect(asked).toEqual([])
    const { dialog } = useView.getState()
    expect(dialog).toMatchObject({ kind: 'fill', names: ['player_id', 'id_list'] })
    const given = { player_id: '7', id_list: ['a'] }
    const type = { player_id: 'number', id_list: 'list' } as const
    const parameters = Object.fromEntries(
      (['player_id', 'id_list'] as const).map((name) => [
        name,
        { type: type[name], value: given[name], dictId: null, label: '' },
      ]),
    )
    changeDocument(documentId, { parameters })
    if (dialog?.kind === 'fill') dialog.goOn()
    expect(sentSql()).toEqual([sql])
    closeDialog()
  })

  it('goes on through a lost connection, and that is shown', async () => {
    endings['select 1'] = { status: 'running' }
    run(documentId, target('select 1'))
    await settle(() => expect(statuses()).toEqual(['running']))
    down = true
    await settle(() => expect(runsOf(documentId)[0]?.lost).toBe(true))
    end('r1', { status: 'done' })
    down = false
    await settle(() => expect(statuses()).toEqual(['done']))
    expect(runsOf(documentId)[0]?.lost).toBe(false)
  })

  it('ends when it is cancelled, and also when its tab is closed', async () => {
    endings['select 1'] = { status: 'running' }
    run(documentId, target('select 1'))
    await settle(() => expect(statuses()).toEqual(['running']))
    await cancel(documentId)
    expect(statuses()).toEqual(['canceled'])
    endings['select 2'] = { status: 'running' }
    run(documentId, target('select 2'))
    await settle(() => expect(statuses()).toEqual(['canceled', 'running']))
    closeResult(runsOf(documentId)[1]?.key as string)
    expect(statuses()).toEqual(['canceled'])
    await settle(() => expect(server.get('r2')?.status).toBe('canceled'))
  })

  it('is ended by its key at once, beyond ten seconds of work by an answer', async () => {
    endings['select 1'] = { status: 'running', elapsedMs: 9_000 }
    run(documentId, target('select 1'))
    await settle(() => expect(statuses()).toEqual(['running']))
    cancelByKey(documentId)
    await settle(() => expect(statuses()).toEqual(['canceled']))
    expect(useView.getState().dialog).toBeNull()
    endings['select 2'] = { status: 'running', elapsedMs: 10_001 }
    run(documentId, target('select 2'))
    await settle(() => expect(statuses().at(-1)).toBe('running'))
    cancelByKey(documentId)
    expect(useView.getState().dialog).toEqual({ kind: 'cancel', documentId })
    expect(server.get('r2')?.status).toBe('running')
    endings['select 3'] = { status: 'queued', place: 1, waiting: 1, queuedMs: 60_000 }
    run(documentId, target('select 3'))
    await settle(() => expect(statuses().at(-1)).toBe('queued'))
    cancelByKey(documentId)
    await settle(() => expect(statuses().at(-1)).toBe('canceled'))
    closeDialog()
  })

  it('of a plan can be cancelled, too', async () => {
    hangs = true
    void explain(documentId, target('select 1'), true)
    await settle(() => expect(asked.at(-1)?.path).toContain('explain'))
    await cancel(documentId)
    expect(runsOf(documentId)).toEqual([])
  })

  it('that is cancelled before the server has named it ends all the same', async () => {
    endings['select 1'] = { status: 'running' }
    run(documentId, target('select 1'))
    void cancel(documentId)
    await settle(() => expect(server.get('r1')?.status).toBe('canceled'))
    await settle(() => expect(statuses()).toEqual(['canceled']))
  })

  it('that the server does not know any more says so', async () => {
    endings['select 1'] = { status: 'running' }
    run(documentId, target('select 1'))
    await settle(() => expect(statuses()).toEqual(['running']))
    server.clear()
    await settle(() => expect(problemOf(runsOf(documentId)[0] as never)?.message).toContain('已不存在'))
  })
})

describe('several runs', () => {
  it('go side by side', async () => {
    endings = { a: { status: 'running' }, b: { status: 'running' } }
    run(documentId, target('a'))
    run(documentId, target('b'))
    await settle(() => expect(statuses()).toEqual(['running', 'running']))
  })

  it('of a whole text go one after another', async () => {
    endings.a = { status: 'running' }
    runAll(documentId, [target('a'), target('b', 5)])
    await settle(() => expect(statuses()).toEqual(['running']))
    expect(sentSql()).toEqual(['a'])
    end('r1', { status: 'done' })
    await settle(() => expect(statuses()).toEqual(['done', 'done']))
    expect(sentSql()).toEqual(['a', 'b'])
  })

  it('stop at the first failure, and say how many did not run', async () => {
    endings.b = failed
    runAll(documentId, [target('a'), target('b'), target('c'), target('d')])
    await settle(() => expect(statuses()).toEqual(['done', 'failed']))
    expect(sentSql()).toEqual(['a', 'b'])
    await settle(() =>
      expect(useRuns.getState().stopped[documentId]).toMatchObject({
        total: 4,
        rest: [{ sql: 'c' }, { sql: 'd' }],
      }),
    )
  })

  it('stop when one is cancelled', async () => {
    endings.a = { status: 'running' }
    runAll(documentId, [target('a'), target('b')])
    await settle(() => expect(statuses()).toEqual(['running']))
    await cancel(documentId)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sentSql()).toEqual(['a'])
  })

  /** One after another, each to its end. */
  async function runEach(statements: string[]) {
    for (const sql of statements) {
      run(documentId, target(sql))
      await settle(() => expect(runsOf(documentId).every(isOver)).toBe(true))
    }
  }

  it('leave out failures first, then the oldest beyond a number, never a pinned one, and say so', async () => {
    endings.a = { status: 'done', pinned: true }
    endings.wrong = failed
    const fill = Array.from({ length: mostResults - 3 }, (_, at) => `from t${at}`)
    await runEach(['a', 'from old', 'wrong', ...fill])
    expect(useMessages.getState().messages).toEqual([])
    await runEach(['from new'])
    expect(runsOf(documentId)).toHaveLength(mostResults)
    expect(useMessages.getState().messages[0]?.message).toContain('已收起「结果 3」')
    await runEach(['from newer'])
    expect(runsOf(documentId).map(({ sql }) => sql)).toEqual(['a', ...fill, 'from new', 'from newer'])
    const [told] = useMessages.getState().messages
    expect(told?.message).toContain('已收起「结果 2 old」')
    told?.action?.onClick()
    expect(
      runsOf(documentId)
        .map(({ sql }) => sql)
        .slice(0, 3),
    ).toEqual(['a', 'from old', 'from t0'])
  })

  it('of the same statement take its former result’s place, unless that is pinned or another one', async () => {
    const text = 'select a;\n-- 每日\nselect a;'
    useDocuments.setState(({ documents }) => ({
      documents: { ...documents, [documentId]: { ...(documents[documentId] as SqlDocument), text } },
    }))
    const [first, second] = statementsIn(target(text))
    for (const statement of [first, second, first, { sql: 'select  A -- x', start: 0 }]) {
      run(documentId, statement as { sql: string; start: number })
      await settle(() => expect(runsOf(documentId).every(isOver)).toBe(true))
    }
    expect(runsOf(documentId).map(({ number, name }) => [number, name])).toEqual([
      [1, ''],
      [2, '每日'],
    ])
    endings['select a'] = { status: 'done', pinned: true }
    await runEach(['select a', 'select a'])
    expect(runsOf(documentId)).toHaveLength(3)
  })
})

describe('result tabs', () => {
  const keyOf = (sql: string) => runsOf(documentId).find((editorRun) => editorRun.sql === sql)?.key as string
  const texts = () => runsOf(documentId).map(({ sql }) => sql)
  const front = () => shownRun(documentId)?.sql
  const told = () => useMessages.getState().messages[0]
  async function runAside(statements: string[]) {
    for (const [at, sql] of statements.entries()) {
      run(documentId, target(sql))
      await settle(() => expect(runsOf(documentId)).toHaveLength(at + 1))
      await settle(() => expect(runsOf(documentId).at(-1)?.run).not.toBeNull())
    }
  }

  it('beside one, or to its right, close but for pinned ones, and are put back as they were', async () => {
    endings['from pinned'] = { status: 'done', pinned: true }
    await runAside(['from a', 'from b', 'from pinned', 'from c', 'from d'])
    const { runId } = runsOf(documentId)[3] as EditorRun
    changeState(runId as string, { statistics: 0 })
    closeMany(keyOf('from b'), 'right')
    expect([texts(), front()]).toEqual([['from a', 'from b', 'from pinned'], 'from b'])
    expect(stateOf(runId as string)).toBe(untouched)
    expect(told()).toMatchObject({ message: '已关闭 2 个结果', detail: '「结果 4 c」「结果 5 d」' })
    told()?.action?.onClick()
    expect(texts()).toEqual(['from a', 'from b', 'from pinned', 'from c', 'from d'])
    expect(stateOf(runId as string).statistics).toBe(0)
    closeMany(keyOf('from c'), 'others')
    expect([texts(), front()]).toEqual([['from pinned', 'from c'], 'from c'])
    expect(closable(keyOf('from c'), 'right')).toEqual([])
    closeMany(keyOf('from c'), 'others')
    expect(told()?.message).toBe('没有其他可以关闭的结果')
    closeMany(keyOf('from c'), 'right')
    expect(told()?.message).toBe('右侧没有可以关闭的结果')
    // One that is meant itself goes, pinned or not.
    closeResult(keyOf('from pinned'))
    expect(texts()).toEqual(['from c'])
  })

  it('come back by a key one after another, the latest first, each in its place and in front', async () => {
    await runAside(['from a', 'from b', 'from c', 'from d'])
    const { runId } = runsOf(documentId)[1] as EditorRun
    changeState(runId as string, { statistics: 0 })
    closeResult(keyOf('from b'))
    closeMany(keyOf('from a'), 'right')
    expect(texts()).toEqual(['from a'])
    reopenResult(documentId)
    expect([texts(), front()]).toEqual([['from a', 'from c', 'from d'], 'from d'])
    // What its message put back is no longer there for the key.
    closeMany(keyOf('from d'), 'others')
    told()?.action?.onClick()
    reopenResult(documentId)
    expect([texts(), front()]).toEqual([['from a', 'from b', 'from c', 'from d'], 'from b'])
    expect(stateOf(runId as string).statistics).toBe(0)
    reopenResult(documentId)
    expect(told()?.message).toBe('没有可以恢复的结果')
    expect(texts()).toEqual(['from a', 'from b', 'from c', 'from d'])
  })

  it('of what works end it, which is told; after ten seconds of work by an answer', async () => {
    endings['from quick'] = { status: 'running' }
    await runAside(['from a', 'from quick'])
    closeMany(keyOf('from a'), 'others')
    expect(texts()).toEqual(['from a'])
    expect(told()?.message).toBe('已关闭 1 个结果，取消了其中 1 个的运行')
    await settle(() => expect(server.get('r2')?.status).toBe('canceled'))
    told()?.action?.onClick()
    await settle(() => expect(statuses()).toEqual(['done', 'canceled']))
    closeResult(keyOf('from quick'))

    endings['from long'] = { status: 'running', elapsedMs: 10_001 }
    run(documentId, target('from long'))
    await settle(() => expect(statuses()).toEqual(['done', 'running']))
    for (const close of [() => closeMany(keyOf('from a'), 'right'), () => closeResult(keyOf('from long'))]) {
      close()
      const { dialog } = useView.getState()
      expect(dialog).toMatchObject({ kind: 'closeResults', keys: [keyOf('from long')] })
      expect([texts(), server.get('r3')?.status]).toEqual([['from a', 'from long'], 'running'])
      closeDialog()
    }
    closeMany(keyOf('from a'), 'right')
    const { dialog } = useView.getState()
    if (dialog?.kind === 'closeResults') dialog.goOn()
    expect(texts()).toEqual(['from a'])
    await settle(() => expect(server.get('r3')?.status).toBe('canceled'))
    closeDialog()
  })

  it('come back with the text that they are of, where that is put back', async () => {
    await runAside(['from a', 'from b'])
    changeDocument(documentId, { text: 'from a; from b' })
    await closeDocument(documentId)
    expect(texts()).toEqual([])
    told()?.action?.onClick()
    expect(texts()).toEqual(['from a', 'from b'])
    expect(front()).toBe('from b')
  })
})

describe('values of two runs', () => {
  it('are the same whatever the order of their names and however they are typed', () => {
    const one = { day: { type: 'date', value: '2026-01-01' }, ids: { type: 'list', value: [1, 2] } } as const
    expect(
      isSameValues({ day: one.day, ids: { ...one.ids, value: [1, 2] } }, { ids: [1, 2], day: '2026-01-01' }),
    ).toBe(true)
    expect(isSameValues({ day: one.day }, { day: '2026-01-02' })).toBe(false)
    expect(isSameValues({}, undefined)).toBe(true)
  })
})

describe('a statement’s name', () => {
  it.each([
    ['-- 每日登录\n-- 按渠道\nselect 1 from t', '每日登录'],
    ['/* 每日\n登录 */ select 1', '每日'],
    ['select 0;\n\n-- 首日 --\nselect 1 from t', '首日'],
    ['select 0;\n-- 离得远\n\nselect 1 from "a b"', 'a b'],
    ['select 0; -- 别的\nselect x from other', 'other'],
    ['with day as (select * from login_day) select * from day', 'login_day'],
    ['select * from main.login_day d join pay', 'login_day'],
    ['describe pay_order', 'pay_order'],
    ['DESC pay_order', 'pay_order'],
    ['summarize select 1', ''],
    ['describe select * from login_day', 'login_day'],
    ['pivot pay_order on status using sum(amount)', 'pay_order'],
    ['select pivot, desc from other', 'other'],
    ['select * from range(10) r', ''],
    ['select 1', ''],
  ])('of %j is %j', (text, name) => {
    const statement = statementsIn(target(text)).at(-1) as { sql: string; start: number }
    const start = text.lastIndexOf(statement.sql)
    expect(statementName(text, { ...statement, start })).toBe(name)
  })
})

describe('a reload', () => {
  /** As a page that is loaded anew: nothing in memory. */
  async function reload() {
    unfollowAll()
    resetRuns()
    resetDocuments(null)
    // Another user in between: what belongs to the first is brought back from storage alone.
    await openDocuments('nobody')
    resumeRuns()
    await openDocuments('lin')
    resumeRuns()
  }

  it('brings results back; what runs goes on, and what waited for it as well', async () => {
    documentId = addDocument({ name: '甲', text: 'a;b' }).id
    endings.a = { status: 'running' }
    await flush(documentId)
    runAll(documentId, [target('a'), target('b', 2)])
    await settle(() => expect(statuses()).toEqual(['running']))
    await reload()
    expect(useDocuments.getState().active).toBe(documentId)
    await settle(() => expect(statuses()).toEqual(['running']))
    end('r1', { status: 'done' })
    await settle(() => expect(statuses()).toEqual(['done', 'done']))
    expect(sentSql()).toEqual(['a', 'b'])
  })

  it('does not go on where it is not known what the last statement did', async () => {
    documentId = addDocument({ name: '甲', text: 'a;b' }).id
    await flush(documentId)
    server.set('r9', { ...blank, queryId: 'r9', status: 'done' })
    const kept = { key: 'k', number: 1, queryId: 'r9', sql: 'x', start: 0, chained: false }
    writeLayout('lin', {
      order: [documentId],
      active: documentId,
      results: { [documentId]: [kept] },
      shown: { [documentId]: 'k' },
      waiting: { [documentId]: [target('b')] },
    })
    await reload()
    await settle(() => expect(statuses()).toEqual(['done']))
    expect(sentSql()).toEqual([])
    expect(useRuns.getState().waiting[documentId] ?? []).toEqual([])
  })
})

describe('a failure', () => {
  it('is marked at its place in the whole text, wherever its statement has gone, until it is changed', async () => {
    const sql = 'select 1,\n       x'
    const text = `select 0;\n\n  ${sql};`
    endings[sql] = failed
    changeDocument(documentId, { text })
    run(documentId, target(sql, text.indexOf(sql)))
    await settle(() => expect(statuses()).toEqual(['failed']))
    expect(problemsIn(documentId, text)).toEqual([{ line: 4, column: 8, length: 1, message: '找不到列 x' }])
    expect(problemsIn(documentId, `-- 一行\n${text}`)[0]?.line).toBe(5)
    expect(problemsIn(documentId, text.replace('x;', 'y;'))).toEqual([])
    // A longer statement that begins alike is a new one.
    expect(problemsIn(documentId, text.replace('x;', 'x + 1;'))).toEqual([])
    expect(problemsIn(documentId, text.replace('x;', 'x from t'))).toEqual([])
    expect(problemsIn(documentId, text.replace('x;', 'x -- 注'))).toHaveLength(1)
    expect(problemsIn(documentId, text.replace('  select 1,', '  xselect 1,'))).toEqual([])
    endings[sql] = { status: 'done' }
    run(documentId, target(sql, text.indexOf(sql)))
    await settle(() => expect(statuses()).toEqual(['done']))
    expect(problemsIn(documentId, text)).toEqual([])
  })

  it('stays marked while other statements run, and goes when a run of what it stands in is right', async () => {
    const text = 'select x;\nselect 1;\nselect y'
    const at = (sql: string) => target(sql, text.indexOf(sql))
    endings['select x'] = { ...failed, problem: { ...problem, line: 1 } }
    endings['select y'] = { ...failed, problem: { ...problem, line: 1 } }
    for (const sql of ['select x', 'select y', 'select 1']) run(documentId, at(sql))
    await settle(() => expect(runsOf(documentId).every(isOver)).toBe(true))
    expect(problemsIn(documentId, text).map(({ line }) => line)).toEqual([1, 3])
    expect(problemsIn(documentId, text.replace('select y', 'select z')).map(({ line }) => line)).toEqual([1])
    run(documentId, target(text.slice(0, 20), 0))
    await settle(() => expect(runsOf(documentId).every(isOver)).toBe(true))
    expect(problemsIn(documentId, text).map(({ line }) => line)).toEqual([3])
  })

  it('in the first line of a selection counts from where the selection began', async () => {
    endings['x from t'] = { ...failed, problem: { ...problem, line: 1, column: 1 } }
    const text = 'select 1;\nselect x from t'
    run(documentId, target('x from t', text.indexOf('x from t')))
    await settle(() => expect(statuses()).toEqual(['failed']))
    expect(problemsIn(documentId, text)).toMatchObject([{ line: 2, column: 8 }])
  })

  it('has places that are counted from 1', () => {
    expect(placeAt('a\nbc', 0)).toEqual({ line: 1, column: 1 })
    expect(placeAt('a\nbc', 2)).toEqual({ line: 2, column: 1 })
    expect(placeAt('a\nbc', 4)).toEqual({ line: 2, column: 3 })
  })
})
