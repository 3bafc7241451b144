// Setting one's own password through a one-time link, without a session.
import type { Deps } from '#server/deps.ts'
import { Rate } from '#server/limits/rate.ts'
import { AppError } from '#shared/errors.ts'
import { shortestPassword } from '#shared/passwords.ts'
import type { LinkTold } from '../contract.ts'
import { readLink, useLink } from './links.ts'
import { hashPassword } from './password.ts'

export function makeLinkService({ metadata, settings }: Deps) {
  // Nobody can guess 256 bits; the limit keeps attempts cheap for the server.
  const tries = new Rate({ most: 20, windowMs: 15 * 60_000, refusal: 'link_throttled' })

  async function open(token: string, address: string): Promise<LinkTold> {
    tries.take(address)
    const { email, username, expires_at } = await readLink(metadata.db, token)
    return { email, username, expiresAt: expires_at }
  }

  async function setPassword(
    { token, password }: { token: string; password: string },
    address: string,
  ): Promise<null> {
    tries.take(address)
    // The link is checked before the costly hashing, and again together with its use.
    const { email, username } = await readLink(metadata.db, token)
    const problem = passwordProblem(password, [email, username])
    if (problem !== null) throw new AppError('parameter_wrong', problem, { fields: { password: problem } })
    const passwordHash = await hashPassword(password, settings.passwordCost)
    await metadata.transaction((db) => useLink(db, token, passwordHash, address))
    return null
  }

  return { open, setPassword }
}

/** What is wrong with a new password; null when it is acceptable. */
export function passwordProblem(password: string, names: readonly string[]): string | null {
  if ([...password].length < shortestPassword) return `密码至少 ${shortestPassword} 个字符`
  if (password.trim() === '') return '密码不能只有空格'
  if (new Set(password).size < 4) return '密码里的字符过于重复，请换一个'
  return names.some((name) => name.toLowerCase() === password.toLowerCase())
    ? '密码不能与邮箱或用户名相同'
    : null
}
