// The calls of an embed: without cookies, so that who is signed in elsewhere sees what everybody sees.
import type { Static, TSchema } from 'typebox'
import { type Call, type Envelope, pathOf } from '../../../../shared/call.ts'

/** Why there is nothing to show; `retry` where another try may help. */
export class EmbedProblem extends Error {
  readonly retry: boolean
  /** The catalogue's line; empty where it has none. */
  readonly literal: string

  constructor(message: string, retry: boolean, literal = '') {
    super(message)
    this.name = 'EmbedProblem'
    this.retry = retry
    this.literal = literal
  }
}

const unknown = '暂时无法显示，请稍后再试'

type Query = Record<string, string | undefined>

export async function embedCall<Reply extends TSchema>(
  call: Call<TSchema, TSchema, TSchema, Reply>,
  params: Record<string, string | number>,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Static<Reply>> {
  const given = Object.entries(query).filter((part): part is [string, string] => part[1] !== undefined)
  const search = new URLSearchParams(given).toString()
  const timeout = AbortSignal.timeout(call.timeoutMs)
  let response: Response
  try {
    response = await fetch(`${pathOf(call, params)}${search && `?${search}`}`, {
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new EmbedProblem('暂时连接不上，请检查网络后重试', true)
  }
  const { status } = response
  const literal = status === 200 ? '' : `ERROR ${status}`
  if (status === 404) throw new EmbedProblem('内容不存在，或已停止分享', false, literal)
  const answer = (await response.json().catch(() => null)) as Envelope<Static<Reply>> | null
  if (answer === null) throw new EmbedProblem(unknown, true, literal || `${call.name} ERROR: ${status}`)
  if (answer.isSuccess) return answer.data
  throw new EmbedProblem(answer.msg || unknown, true, literal)
}
