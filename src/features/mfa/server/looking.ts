// Returns codes. The audit record is written first; without it there is no code.

import type { Deps } from '#server/deps.ts'
import { Rate } from '#server/limits/rate.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { readObject } from '#server/objects/reading.ts'
import { readSeen } from '#server/objects/telling.ts'
import { nameKey } from '#server/objects/texts.ts'
import type { Caller } from '#server/objects/types.ts'
import type { AuditDetail } from '#shared/auditDetails.ts'
import { AppError } from '#shared/errors.ts'
import { consoleAccount, type MfaCode, type MfaSignIn } from '../contract.ts'
import { codeOf } from './codes.ts'
import { consoleOf } from './console.ts'
import { seedOf } from './keeping.ts'
import { type MfaAccountStored, mfaAccounts } from './objectKind.ts'

export class Looks {
  readonly #deps: Deps
  /** A page asks twice a minute per account; a program that polls is slowed down. */
  readonly #rate = new Rate({ most: 60, windowMs: 60_000, refusal: 'look_throttled' })

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async codes(caller: Caller, id: number | undefined): Promise<{ accounts: MfaCode[] }> {
    const { db } = this.#deps.metadata
    this.#rate.take(String(caller.id))
    const rows =
      id === undefined
        ? await readSeen(db, mfaAccounts, caller)
        : [await readObject(db, mfaAccounts, caller, id)]
    await this.#note(caller, rows)
    return { accounts: await Promise.all(rows.map((row) => this.#told(row))) }
  }

  async signIn(caller: Caller): Promise<MfaSignIn> {
    this.#rate.take(String(caller.id))
    const { url, demo, problem } = consoleOf(this.#deps.settings)
    if (url === null) throw new AppError('gateway_failed', problem)
    const rows = await readSeen(this.#deps.metadata.db, mfaAccounts, caller)
    const row = rows.find(({ name }) => nameKey(name) === consoleAccount)
    if (!row)
      throw new AppError(
        'object_missing',
        `没有名为 ${consoleAccount} 的账号，请有「权限管理」权限的人在动态口令页新建`,
      )
    await this.#note(caller, [row], { console: url.host })
    return { ...(await this.#told(row)), url: url.href, demo }
  }

  async #note({ id }: Caller, rows: readonly MfaAccountStored[], more: AuditDetail = {}): Promise<void> {
    if (rows.length === 0) return
    const detail = { names: rows.map(({ name }) => name), ids: rows.map((row) => row.id), ...more }
    await writeAudit(this.#deps.metadata.db, { userId: id, action: 'mfaAccount.look', detail })
  }

  async #told(row: MfaAccountStored): Promise<MfaCode> {
    const { id, name, issuer, account, algorithm, digits, period } = row
    const about = { id, name, issuer, account, algorithm, digits, period }
    const seed = seedOf(this.#deps.settings, row)
    if (seed) return { ...about, ...(await codeOf(seed, Date.now())), problem: '' }
    const problem = '密钥是在另一套系统上加密的，这里无法解密，请重新设置'
    return { ...about, code: '', secondsLeft: 0, next: null, problem }
  }
}
