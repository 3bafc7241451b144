// @vitest-environment jsdom
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineCall } from '#shared/call.ts'
import { CallError, call, callBlob, graphqlCall } from '#web/api/client.ts'
import { useLoading } from '#web/api/loading.ts'
import { clearMessages, useMessages } from '#web/shell/message.ts'
import { useSession } from '#web/shell/session.ts'
import { answerWith, brokenOff, envelope, failure } from './answers.ts'
import { goTo, signInAs, signOutAll } from './identities.ts'

const getThing = defineCall({
  name: 'getThing',
  method: 'GET',
  path: '/api/s1/data/getThing/{id}',
  access: 'session',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ full: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ name: Type.String() }),
  example: {},
})
const deleteThing = defineCall({
  name: 'deleteThing',
  method: 'POST',
  path: '/api/s1/data/deleteThing',
  access: 'session',
  timeoutMs: 50,
  body: Type.Object({ id: Type.Integer() }),
  example: {},
})
const exportThing = defineCall({ ...deleteThing, name: 'exportThing', kind: 'blob' })
const graphql = defineCall({
  name: 'graphql',
  method: 'POST',
  path: '/api/s1/graphql',
  access: 'session',
  example: {},
})

const thing = { params: { id: '3' }, query: {} }
const shown = () => useMessages.getState().messages.map(({ message }) => message)
const details = () => useMessages.getState().messages.map(({ detail }) => detail)
const failed = async (work: Promise<unknown>): Promise<CallError> => {
  const error = await work.then(
    () => null,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(CallError)
  return error
}

beforeEach(() => {
  goTo('/statement')
  signInAs()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  clearMessages()
  signOutAll()
})

describe('a call that works', () => {
  it('sends path, query, body and request id as declared', async () => {
    const asked = answerWith(() => envelope({ name: '甲' }))
    const data = await call(
      getThing,
      { params: { id: 'a/b 甲' }, query: { full: true } },
      { requestId: 'r-1' },
    )
    expect(data).toEqual({ name: '甲' })
    expect(asked[0]).toMatchObject({
      path: '/api/s1/data/getThing/a%2Fb%20%E7%94%B2?full=true',
      method: 'GET',
    })
    expect(asked[0]?.headers.get('request-id')).toBe('r-1')
    await call(deleteThing, { body: { id: 1 } })
    expect(asked[1]).toMatchObject({ method: 'POST', body: { id: 1 } })
    expect(asked[1]?.headers.get('content-type')).toBe('application/json')
  })

  it('asks once only, also where it fails', async () => {
    const asked = answerWith(() => failure('', { status: 503 }))
    await failed(call(getThing, thing))
    expect(asked).toHaveLength(1)
  })
})

describe('where no server answered', () => {
  const gone = () => Promise.reject(new TypeError('Failed to fetch'))

  it('asks a call that changes nothing once more, and is content with the second answer', async () => {
    let count = 0
    const asked = answerWith(() => (++count === 1 ? gone() : envelope({ name: '甲' })))
    expect(await call(getThing, thing)).toEqual({ name: '甲' })
    expect(asked).toHaveLength(2)
    expect(shown()).toEqual([])
  })

  it('takes a proxy’s own words for no answer, and the product’s for one', async () => {
    let count = 0
    const page = () => new Response('<html>Bad gateway</html>', { status: 502 })
    const asked = answerWith(() => (++count === 1 ? page() : envelope({ name: '甲' })))
    expect(await call(getThing, thing)).toEqual({ name: '甲' })
    expect(asked).toHaveLength(2)
  })

  it('never repeats a change, and tells what still fails', async () => {
    const asked = answerWith(gone)
    await failed(call(deleteThing, { body: { id: 1 } }))
    expect(asked).toHaveLength(1)
    const error = await failed(call(getThing, thing))
    expect(asked).toHaveLength(3)
    expect(error.code).toBe('network_failed')
  })

  it('asks no more once its caller has given up', async () => {
    const end = new AbortController()
    const asked = answerWith(async () => {
      end.abort()
      throw new DOMException('given up', 'AbortError')
    })
    const error = await failed(call(getThing, thing, { signal: end.signal }))
    expect(error.aborted).toBe(true)
    expect(asked).toHaveLength(1)
  })
})

describe('the error catalogue', () => {
  it('shows the server’s words where isSuccess is false', async () => {
    answerWith(() => failure('名称已存在', { code: 'name_taken', data: { at: 1 } }))
    const error = await failed(call(deleteThing, { body: { id: 1 } }))
    expect(shown()).toEqual(['名称已存在'])
    expect(error).toMatchObject({ status: 200, code: 'name_taken', message: '名称已存在', data: { at: 1 } })
  })

  it.each([400, 403, 404, 500, 503])(
    'shows ERROR and the status %d, and under it what the server says',
    async (status) => {
      answerWith(() => failure('服务繁忙', { status, code: 'server_busy' }))
      const error = await failed(call(getThing, thing))
      expect(shown()).toEqual([`ERROR ${status}`])
      expect(details()).toEqual(['服务繁忙'])
      expect(error).toMatchObject({ status, code: 'server_busy', message: '服务繁忙' })
    },
  )

  it.each([204, 304, 502])('shows ERROR %d without a body that could be read', async (status) => {
    answerWith(() => new Response(status === 502 ? '<html>Bad gateway</html>' : null, { status }))
    const error = await failed(call(getThing, thing))
    expect(shown()).toEqual([`ERROR ${status}`])
    expect(error).toMatchObject({
      status,
      code: String(status),
      message: '未知错误',
      reason: 'request error',
    })
  })

  it('names the call where an answer breaks off', async () => {
    answerWith(brokenOff)
    const error = await failed(call(getThing, thing))
    expect(shown()).toEqual(['getThing ERROR: 200'])
    expect(error.code).toBe('answer_broken')
  })

  it('names the call where an answer is no JSON', async () => {
    answerWith(() => new Response('<html>', { status: 200 }))
    await failed(call(getThing, thing))
    expect(shown()).toEqual(['getThing ERROR: 200'])
  })

  it('says so where no answer comes', async () => {
    answerWith(() => Promise.reject(new TypeError('fetch failed')))
    const error = await failed(call(getThing, thing))
    expect(shown()).toEqual(['网络连接失败，请检查网络后重试'])
    expect(error).toMatchObject({ status: 0, code: 'network_failed', reason: 'request error' })
  })

  it.each([
    [{ msg: '甲', message: '乙' }, '甲'],
    [{ message: '乙', error: '丙' }, '乙'],
    [{ code: 'E7', error: '丙' }, 'E7'],
    [{ error: '丙' }, '丙'],
    [{}, 'request error'],
    [null, 'request error'],
  ])('rejects %j with the reason %s', async (answer, reason) => {
    answerWith(() => Response.json(answer, { status: 500 }))
    expect((await failed(call(getThing, thing))).reason).toBe(reason)
  })

  it('gives up after the call’s time', async () => {
    answerWith(
      (_, signal) =>
        new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const error = await failed(call(deleteThing, { body: { id: 1 } }))
    expect(error.code).toBe('timed_out')
    expect(shown()).toEqual(['请求超时，请稍后再试'])
  })

  it('lets a file that is on its way take longer than the call’s time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answerWith((_, signal) => {
      const parts = new ReadableStream<Uint8Array>({
        start(parts) {
          signal.addEventListener('abort', () => parts.error(signal.reason))
          setTimeout(() => {
            parts.enqueue(new TextEncoder().encode('whole'))
            parts.close()
          }, exportThing.timeoutMs * 10)
        },
      })
      return new Response(parts)
    })
    const loading = callBlob(exportThing, { body: { id: 1 } })
    await vi.advanceTimersByTimeAsync(exportThing.timeoutMs * 20)
    expect(await (await loading).blob.text()).toBe('whole')
  })

  it.each([undefined, 'a reason of its own'])('is silent where the caller gives up (%s)', async (reason) => {
    answerWith(
      (_, signal) =>
        new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const controller = new AbortController()
    const work = failed(call(getThing, thing, { signal: controller.signal }))
    controller.abort(reason)
    expect((await work).aborted).toBe(true)
    expect(shown()).toEqual([])
  })

  it('shows nothing where the call is quiet', async () => {
    answerWith(() => failure('x', { status: 500 }))
    await failed(call(getThing, thing, { quiet: true }))
    expect(shown()).toEqual([])
  })

  it('does not stack identical messages', async () => {
    answerWith(() => failure('查询失败'))
    await Promise.all([1, 2, 3].map((id) => failed(call(deleteThing, { body: { id } }))))
    expect(shown()).toEqual(['查询失败'])
    expect(useMessages.getState().messages[0]?.times).toBe(3)
  })
})

describe('status 203', () => {
  it('clears messages, says so once, and goes to /login once however many calls it ends', async () => {
    answerWith(() => failure('x'))
    await failed(call(getThing, thing))
    const pushed = vi.spyOn(window.history, 'pushState')
    answerWith(() => failure('登录失效，请重新登录', { status: 203 }))
    const errors = await Promise.all([
      failed(call(getThing, thing)),
      failed(call(deleteThing, { body: { id: 1 } })),
      failed(call(getThing, thing, { quiet: true })),
      failed(callBlob(exportThing, { body: { id: 1 } })),
      failed(graphqlCall(graphql, { query: '{ a }' })),
    ])
    expect(shown()).toEqual(['登录失效，请重新登录'])
    expect(errors.map(({ status }) => status)).toEqual([203, 203, 203, 203, 203])
    expect(window.location.pathname).toBe('/login')
    expect(pushed).toHaveBeenCalledTimes(1)
    expect(useSession.getState()).toMatchObject({ username: null, roleData: null })
    pushed.mockRestore()
  })
})

describe('graphql', () => {
  it('answers the data', async () => {
    answerWith(() => Response.json({ data: { allPoint: [] } }))
    expect(await graphqlCall(graphql, { query: '{ allPoint { id } }' })).toEqual({ allPoint: [] })
  })

  it.each([200, 400])('shows the first error message, with status %d too', async (status) => {
    answerWith(() =>
      Response.json({ data: null, errors: [{ message: '字段不存在' }, { message: 'b' }] }, { status }),
    )
    const error = await failed(graphqlCall(graphql, { query: '{ x }' }))
    expect(shown()).toEqual(['字段不存在'])
    expect(error.code).toBe('graphql_failed')
  })
})

describe('a download', () => {
  it('answers the bytes under the server’s name', async () => {
    const headers = {
      'content-type': 'application/vnd.ms-excel',
      'content-disposition': `attachment; filename="report.xls"; filename*=UTF-8''${encodeURIComponent('日报/1.xls')}`,
    }
    answerWith(() => new Response('abc', { headers }))
    const { blob, fileName } = await callBlob(exportThing, { body: { id: 1 } })
    expect(fileName).toBe('日报_1.xls')
    expect(blob.size).toBe(3)
  })

  it('shows the failure that came instead', async () => {
    answerWith(() => failure('导出数据过大，请缩小范围', { code: 'export_too_large' }))
    const error = await failed(callBlob(exportThing, { body: { id: 1 } }))
    expect(error.code).toBe('export_too_large')
    expect(shown()).toEqual(['导出数据过大，请缩小范围'])
  })
})

describe('loading', () => {
  it('shows after 100 ms, and names what runs', async () => {
    vi.useFakeTimers()
    let finish: (response: Response) => void = () => {}
    answerWith(() => new Promise((resolve) => (finish = resolve)))
    const work = call(getThing, thing)
    await vi.advanceTimersByTimeAsync(99)
    expect(useLoading.getState().texts).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(useLoading.getState().texts).toEqual(['加载中...'])
    finish(envelope({ name: '' }))
    await work
    expect(useLoading.getState().texts).toEqual([])
  })

  it.each([
    ['deleteThing', '正在删除...'],
    ['delReportByViewMetaId', '正在删除...'],
    ['login', '登录中...'],
    ['getThing', '加载中...'],
  ])('of %s is «%s»', async (name, text) => {
    vi.useFakeTimers()
    let finish: (response: Response) => void = () => {}
    answerWith(() => new Promise((resolve) => (finish = resolve)))
    const work = call({ ...getThing, name }, thing)
    await vi.advanceTimersByTimeAsync(150)
    expect(useLoading.getState().texts).toEqual([text])
    finish(envelope({ name: '' }))
    await work
  })
})
