// The running server that the command asks, by an access token.
import { type Call, type Envelope, pathOf } from '#shared/call.ts'
import {
  applyDefinitions,
  type DefinitionItem,
  type DefinitionsFile,
  exportDefinitions,
  previewDefinitions,
} from '#features/definitions/contract.ts'
import { getViewMeta } from '#features/statement/server/index.ts'
import { GitProblem, shownSafely } from './problem.ts'

export interface RunningServer {
  /** Everything that the token's owner may export. */
  exported(): Promise<{ file: DefinitionsFile; left: string[] }>
  preview(file: DefinitionsFile): Promise<{ items: DefinitionItem[]; digest: string }>
  apply(file: DefinitionsFile, keys: string[], digest: string): Promise<{ added: number; changed: number }>
}

export function serverAt(address: string, token: string): RunningServer {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new GitProblem(`服务器的地址「${shownSafely(address)}」不对，应如 https://analytics.example.com`)
  const ask = async (call: Pick<Call, 'path' | 'timeoutMs'>, body: object): Promise<unknown> => {
    const answer = await send(
      new URL(pathOf(call as Call, {} as never), address),
      token,
      body,
      call.timeoutMs,
    )
    if (!('isSuccess' in answer)) return answer
    const { isSuccess, data, msg, code = '' } = answer as unknown as Envelope
    if (isSuccess) return data
    throw new Refused(`服务器没有接受：${shownSafely(msg)}（${code}）`, code)
  }
  return {
    exported: async () => {
      const views = (await ask(getViewMeta, {})) as { metas: { id: number; name: string }[] }[]
      const metas = views.flatMap((view) => view.metas)
      const of = async (ids: number[]) =>
        (await ask(exportDefinitions, { viewIds: ids, all: true })) as DefinitionsFile
      const left: string[] = []
      try {
        return { file: await of(metas.map(({ id }) => id)), left }
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'parameter_wrong') throw error
      }
      const movable: number[] = []
      for (const { id, name } of metas) {
        // One at a time: a token has a limit of calls a minute, and this is rare.
        const isMovable = await of([id]).then(
          () => true,
          () => false,
        )
        if (isMovable) movable.push(id)
        else left.push(name)
      }
      return { file: await of(movable), left }
    },
    preview: async (file) => (await ask(previewDefinitions, { file })) as never,
    apply: async (file, keys, digest) => (await ask(applyDefinitions, { file, keys, digest })) as never,
  }
}

class Refused extends GitProblem {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

async function send(url: URL, token: string, body: object, timeoutMs: number): Promise<object> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      // A redirect would carry the token to another server.
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name
    throw new GitProblem(`服务器 ${url.origin} 没有响应（${cause}）；push 时请用 diff 看是否已写入`)
  }
  const answer: unknown = await response.json().catch(() => null)
  if (typeof answer === 'object' && answer !== null) return answer
  throw new GitProblem(`${url.origin} 的响应无法识别（状态 ${response.status}），它可能不是本系统`)
}
