// The apps: each game with its gateway, rate and quiet hours, from the settings or by default.
import { readFileSync, statSync } from 'node:fs'
import type { PushAppSettings } from '#server/pushSettings.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import { type GatewayKind, gatewayTitles } from '#features/push/contract.ts'
import type { QuietHours } from '../clock.ts'

const usualPerMinute = 60_000
const usualBatch = 500
const usualApprovalAbove = 10_000
const usualKeepDays = 90
const shortestSecret = 24

export interface PushAppOf {
  kind: GatewayKind
  /** Where messages go, in words. */
  name: string
  perMinute: number
  batch: number
  quietHours: QuietHours | null
  own: PushAppSettings
}

export function appOf({ installation }: Settings, cgi: string): PushAppOf {
  const { apps = {} } = installation.push
  const own = (Object.hasOwn(apps, cgi) ? apps[cgi] : undefined) ?? { kind: 'embedded' as const }
  const name =
    own.kind === 'http'
      ? new URL(own.url ?? '').host
      : own.kind === 'webpush'
        ? '已登记的浏览器'
        : '内置网关（本机，不会真正送达）'
  return {
    kind: own.kind,
    name: own.kind === 'embedded' ? name : `${gatewayTitles[own.kind]}：${name}`,
    perMinute: own.perMinute ?? usualPerMinute,
    batch: own.batch ?? usualBatch,
    quietHours: own.quietHours ?? null,
    own,
  }
}

export const approvalAbove = ({ installation }: Settings): number =>
  installation.push.approvalAbove ?? usualApprovalAbove
export const keepDays = ({ installation }: Settings): number => installation.push.keepDays ?? usualKeepDays

/** Throws gateway_failed, in Chinese and without the secret, where there is no suitable one. */
export function secretOf({ secretEnv, secretFile }: PushAppSettings): string {
  const secret = (secretFile ? fromFile(secretFile) : (process.env[secretEnv ?? ''] ?? '')).trim()
  const where = secretFile ? `文件 ${secretFile}` : `环境变量 ${secretEnv}`
  if (secret === '') throw new AppError('gateway_failed', `网关没有密钥：请管理员在${where}中填写`)
  if (secret.length < shortestSecret)
    throw new AppError('gateway_failed', `网关的密钥太短：${where}中至少要有 ${shortestSecret} 个字符`)
  return secret
}

function fromFile(path: string): string {
  try {
    if (statSync(path).mode & 0o077)
      throw new AppError('gateway_failed', `文件 ${path} 可被他人读取：请管理员把权限改为 0600`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError(
      'gateway_failed',
      `无法读取密钥文件 ${path}（${(error as NodeJS.ErrnoException).code}）`,
    )
  }
}

/** Why the app can't send; empty where it can. */
export function problemOf(app: PushAppOf): string {
  if (app.kind !== 'http') return ''
  try {
    secretOf(app.own)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
