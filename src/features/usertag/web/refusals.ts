// Requests that the server must refuse, actually sent: examples for developers of systems that sign, each
// with the server's answer.
import { call, failureOf, quiet } from '#web/api/client.ts'
import { getUserInfo, type SignedQuery, updateUserTag } from '../contract.ts'
import type { Wanted } from './address.ts'
import { queryOf, signLook } from './requests.ts'
import type { Refusal } from './store.ts'

type Send = (wanted: Wanted) => Promise<unknown>

const ask = (params: Wanted, query: SignedQuery) => call(getUserInfo, { params, query }, quiet)

const broken =
  (
    change: (
      query: { ts: string; sign: string },
      wanted: Wanted,
    ) => { query?: SignedQuery; params?: Partial<Wanted> },
  ): Send =>
  async (wanted) => {
    const query = queryOf(await signLook(wanted))
    const { query: sent = query, params = {} } = change(query, wanted)
    return ask({ ...wanted, ...params }, sent)
  }

const tries: readonly { title: string; send: Send }[] = [
  {
    title: '重放：同一个签名用两次',
    send: async (wanted) => {
      const query = queryOf(await signLook(wanted))
      await ask(wanted, query)
      return ask(wanted, query)
    },
  },
  { title: '签名改为小写', send: broken(({ ts, sign }) => ({ query: { ts, sign: sign.toLowerCase() } })) },
  { title: '迟到 320 秒', send: async (wanted) => ask(wanted, queryOf(await signLook(wanted, -320))) },
  { title: '提前 320 秒', send: async (wanted) => ask(wanted, queryOf(await signLook(wanted, 320))) },
  { title: '改了玩家编号', send: broken((_, { id }) => ({ params: { id: `${id}1` } })) },
  {
    title: '改了标签类型',
    send: broken((_, { types }) => ({ params: { types: types === 'all' ? 'custom' : 'all' } })),
  },
  { title: '改了 ts', send: broken(({ ts, sign }) => ({ query: { ts: String(Number(ts) - 1), sign } })) },
  {
    title: '改了方法和正文：用查询的签名去修改',
    send: async ({ cgi, id, types }) => {
      const query = queryOf(await signLook({ cgi, id, types }))
      const set = [{ name: '不会写入', kind: 'text' as const, value: '签名不对' }]
      return call(updateUserTag, { query, body: { cgi, id, set } }, quiet)
    },
  },
  { title: 'ts 用毫秒', send: broken(({ ts, sign }) => ({ query: { ts: `${ts}000`, sign } })) },
  { title: '没有 sign', send: broken(({ ts }) => ({ query: { ts } })) },
  { title: '两个 ts', send: broken(({ ts, sign }) => ({ query: { ts: [ts, ts], sign } })) },
]

/** Sends one request after another and reports after each. */
export async function sendRefusals(
  wanted: Wanted,
  onTold: (refusals: readonly Refusal[]) => void,
): Promise<void> {
  const told: Refusal[] = tries.map(({ title }) => ({ title, answer: null }))
  onTold([...told])
  for (const [at, { title, send }] of tries.entries()) {
    told[at] = { title, answer: await answerTo(send, wanted) }
    onTold([...told])
  }
}

async function answerTo(send: Send, wanted: Wanted): Promise<NonNullable<Refusal['answer']>> {
  try {
    await send(wanted)
    return { refused: false, status: 200, code: '', message: '通过了，不应如此' }
  } catch (error) {
    const { status, code, reason } = failureOf(error)
    return { refused: code.startsWith('signature_'), status, code, message: reason }
  }
}
