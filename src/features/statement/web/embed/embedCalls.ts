// The calls of an embed, without cookies, so that a user signed in elsewhere sees what everybody sees.
import type { Static, TSchema } from 'typebox'
import { type Call, callErrorText, type Envelope, pathOf } from '#shared/call.ts'
import { isPassing } from '#shared/passing.ts'

/** The remedy: retry, another address, or other conditions. */
type EmbedRemedy = 'retry' | 'address' | 'conditions'

/** Why there is nothing to show. */
export class EmbedProblem extends Error {
  readonly remedy: EmbedRemedy
  /** The catalogue's line; empty where it has none. */
  readonly literal: string

  constructor(message: string, remedy: EmbedRemedy, literal = '') {
    super(message)
    this.name = 'EmbedProblem'
    this.remedy = remedy
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
    throw new EmbedProblem('暂时连接不上，请检查网络后重试', 'retry')
  }
  const { status } = response
  const literal = status === 200 ? '' : `ERROR ${status}`
  if (status === 404) throw new EmbedProblem('内容不存在，或已停止分享', 'address', literal)
  const answer = (await response.json().catch(() => null)) as Envelope<Static<Reply>> | null
  if (answer === null) throw new EmbedProblem(unknown, 'retry', literal || callErrorText(call, status))
  if (answer.isSuccess) return answer.data
  const remedy = isPassing({ status, code: answer.code ?? '' }) ? 'retry' : 'conditions'
  throw new EmbedProblem(answer.msg || unknown, remedy, literal)
}
