// Admission of a request: first the session (203), then the origin of writes and the permission (403). Bodies
// are read afterwards.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Access, type Call, effectOf } from '#shared/call.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission, isWhole, permissions } from '#shared/permissions.ts'
import { admitBearer } from './bearer.ts'
import type { Sessions, SessionUser } from './session.ts'

export async function admit(
  request: FastifyRequest,
  call: Pick<Call, 'access' | 'method' | 'effect' | 'path' | 'bearer'>,
  { sessions, bearers }: Pick<FastifyInstance, 'sessions' | 'bearers'>,
): Promise<SessionUser | null> {
  const token = call.access === 'public' ? null : bearerOf(request.headers.authorization)
  if (token !== null) {
    const user = await admitBearer(bearers, call, { token, from: request.ip })
    await assertMay(user, call.access, sessions)
    return user
  }
  const user = call.access === 'public' ? null : await sessions.find(request.headers.cookie)
  const isShared = typeof call.access === 'object' && 'shared' in call.access
  if (call.access !== 'public' && !isShared && !user)
    throw new AppError(call.bearer === 'asked' ? 'token_invalid' : 'session_missing')
  if (call.method !== 'GET' && !isOwnOrigin(request)) throw new AppError('origin_foreign')
  if (user) await assertMay(user, call.access, sessions)
  // While viewing as a role, a user may call nothing that writes: the change would belong to no role.
  if (user?.seeing && effectOf(call) === 'write')
    throw new AppError(
      'seeing_as_role',
      `正在以角色「${user.seeing.roleName}」查看，只能看，不能做任何改动；结束查看后再试`,
    )
  return user
}

async function assertMay(user: SessionUser, access: Access, sessions: Sessions): Promise<void> {
  if (!mayCall(user, access)) throw new AppError('permission_missing')
  if (user.rules.length > 0) await refuseWhole(user, access, sessions)
}

export const bearerOf = (header = ''): string | null => /^Bearer (\S+)$/i.exec(header)?.[1] ?? null

/**
 * Refuses a user with row rules where every held permission that opens the call covers data that row rules
 * can't limit.
 */
async function refuseWhole(user: SessionUser, access: Access, sessions: Sessions): Promise<void> {
  if (typeof access === 'string' || 'own' in access || 'shared' in access) return
  const held = access.keys.filter((key) => holdsPermission(user.authorityInfo, key))
  const [first] = held
  if (first === undefined || !held.every(isWhole)) return
  const { refuseRuled } = await import('../objects/ruled.ts')
  await refuseRuled(sessions.db, user, `「${permissions[first].title}」`)
}

/** Only the service can check ownership (`own`) and sharing (`shared`): here they require nothing more. */
function mayCall(user: SessionUser, access: Access): boolean {
  if (typeof access === 'string' || 'own' in access || 'shared' in access) return true
  return access.keys.some((key) => holdsPermission(user.authorityInfo, key))
}

/**
 * Browsers send the origin of every write; a foreign one is refused. Other tools send neither header, and
 * nobody can make them send a user's cookie.
 */
function isOwnOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { protocol, host: theirs } = new URL(origin)
  // Both are parsed as URLs, so that case and default ports make no difference.
  const ours = `${protocol}//${host}`
  return URL.canParse(ours) && new URL(ours).host === theirs
}
