// The calls of an embed: without cookies, so that who is signed in elsewhere sees what everybody sees.
import type { Static, TSchema } from 'typebox'
import { type Call, type Envelope, pathOf } from '../../../../shared/call.ts'

/** Why there is nothing to show; `retry` where another try may help. */
export class EmbedProblem extends Error {
  readonly retry: boolean

  constructor(message: string, retry: boolean) {
    super(message)
    this.name = 'EmbedProblem'
    this.retry = retry
  }
}

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
  let answer: Envelope<Static<Reply>> | null
  try {
    response = await fetch(`${pathOf(call, params)}${search && `?${search}`}`, {
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    answer = (await response.json()) as Envelope<Static<Reply>>
  } catch (error) {
    if (signal?.aborted) throw error
    throw new EmbedProblem('暂时连接不上，请检查网络后重试', true)
  }
  if (answer?.isSuccess) return answer.data
  if (response.status === 404) throw new EmbedProblem('内容不存在，或已停止分享', false)
  throw new EmbedProblem(answer?.msg || '暂时无法显示，请稍后再试', true)
}
