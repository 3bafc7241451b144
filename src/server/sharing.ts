// Who may share content that is readable without a session, by the installation's setting, and when a shared address
// was last read. The setting is checked on sharing and on each read, so a stricter one applies at once.
import { AppError } from '#shared/errors.ts'
import { type AuthorityInfo, holdsPermission } from '#shared/permissions.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

interface Sharer {
  authorityInfo: AuthorityInfo
}

export function mayShareOpenly({ installation }: Pick<Settings, 'installation'>, sharer: Sharer): boolean {
  const { openSharing } = installation
  if (openSharing !== 'permitted') return openSharing === 'everybody'
  const { authorityInfo } = sharer
  return (
    holdsPermission(authorityInfo, 'search_sqlQuery') || holdsPermission(authorityInfo, 'manage_authority')
  )
}

export function assertMayShare(settings: Pick<Settings, 'installation'>, sharer: Sharer): void {
  if (mayShareOpenly(settings, sharer)) return
  throw new AppError(
    'permission_missing',
    settings.installation.openSharing === 'nobody'
      ? '管理员关闭了公开分享，内容只能由登录的人查看'
      : '公开分享需要「代码查询」或「权限管理」权限，请联系管理员',
  )
}

const onceMs = 60_000
const mostNotes = 10_000

/**
 * Records the time of reads, per address at most once a minute. Nobody waits for a record, and a failed one is only
 * logged.
 */
export class ReadNotes {
  readonly #notedAt = new Map<string, number>()
  readonly #write: (id: string, at: string) => Promise<unknown>
  readonly #log: Pick<Log, 'warn'>

  constructor(log: Pick<Log, 'warn'>, write: (id: string, at: string) => Promise<unknown>) {
    this.#log = log
    this.#write = write
  }

  note(id: string, now = Date.now()): void {
    if (now - (this.#notedAt.get(id) ?? Number.NEGATIVE_INFINITY) < onceMs) return
    if (this.#notedAt.size >= mostNotes) this.#notedAt.clear()
    this.#notedAt.set(id, now)
    this.#write(id, new Date(now).toISOString()).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'reading not noted'),
    )
  }
}
