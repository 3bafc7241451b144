// Checks the parts of the installation: each with its own timeout, and one check for all requests within a
// few seconds.

import type { SessionUser } from '#server/http/session.ts'
import { inLine } from '#server/limits/lines.ts'
import { holdsPermission } from '#shared/permissions.ts'
import type { Checked } from '../contract.ts'
import type { CheckDeps, Finding } from './parts/finding.ts'
import type { LookedAt } from './parts/index.ts'

/** For so long a result is shared with other requests, in milliseconds. */
const sharedMs = 3_000

interface Running {
  /** Always settles, at the latest at the part's timeout. */
  found: Promise<Omit<Checked, 'details'> & { details: NonNullable<Checked['details']> }>
  endedAt: number | null
  /** Whether the check still runs; it may continue after the timeout. */
  isWorking: boolean
}

export class Checks {
  readonly #deps: CheckDeps
  readonly #patience: number
  readonly #running = new Map<LookedAt, Running>()

  /** `patience`: a factor on every timeout. */
  constructor(deps: CheckDeps, { patience = 1 }: { patience?: number } = {}) {
    this.#deps = deps
    this.#patience = patience
  }

  async check(part: LookedAt, { authorityInfo }: SessionUser, requestId: string): Promise<Checked> {
    const found = await this.#shared(part, requestId).found
    return { ...found, details: holdsPermission(authorityInfo, 'manage_authority') ? found.details : null }
  }

  #shared(part: LookedAt, requestId: string): Running {
    const known = this.#running.get(part)
    const isNew = known && (known.endedAt === null || performance.now() - known.endedAt < sharedMs)
    // A hanging check is not started a second time.
    if (known && (isNew || known.isWorking)) return known
    const running = {} as Running
    running.endedAt = null
    running.isWorking = true
    running.found = this.#look(part, requestId, () => {
      running.isWorking = false
    }).finally(() => {
      running.endedAt = performance.now()
    })
    this.#running.set(part, running)
    return running
  }

  async #look(part: LookedAt, requestId: string, ended: () => void): Promise<Awaited<Running['found']>> {
    const { lookAt } = await import('./parts/index.ts')
    const { spokenFailure } = await import('./parts/finding.ts')
    const { look, patienceMs: usualMs } = lookAt(part)
    const patienceMs = usualMs * this.#patience
    const at = new Date().toISOString()
    const begun = performance.now()
    const late = AbortSignal.timeout(patienceMs)
    const gaveUp = Promise.withResolvers<Finding>()
    late.addEventListener('abort', () => gaveUp.resolve(silent(patienceMs)), { once: true })
    // In nobody's line: whoever asks first, their own queries hold no check up.
    const work = inLine('installation check', async () => look(this.#deps, late))
      .catch((error: unknown): Finding => {
        if (late.aborted) return silent(patienceMs)
        this.#deps.log.warn({ err: error, part, requestId }, 'a check of the installation failed')
        return { state: 'failed', says: spokenFailure(error) ?? unknown, details: unspoken(error) }
      })
      .finally(ended)
    const { details = [], ...found } = await Promise.race([work, gaveUp.promise])
    return { ms: Math.round((performance.now() - begun) * 10) / 10, ...found, details, at }
  }
}

const unknown = '检查时出错；请把此页复制给管理员，按请求编号可在日志里找到原因'

const unspoken = (error: unknown): Finding['details'] => [
  { name: '原因', value: error instanceof Error ? error.message.slice(0, 500) : String(error).slice(0, 500) },
]

const silent = (patienceMs: number): Finding => ({
  state: 'failed',
  says: `${patienceMs / 1000} 秒内没有响应；若一直如此，请联系管理员`,
})
