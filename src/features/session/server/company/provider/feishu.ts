// 飞书: 获取授权码, 获取 user_access_token (authen/v2), 获取用户信息, 获取单个用户信息 (contact/v3) of open.feishu.cn.
import { createHash } from 'node:crypto'
import type { ProviderSettings } from '#server/signIn/providerSettings.ts'
import { clientSecret } from './asking.ts'
import {
  askPlatform,
  assertDone,
  codeIn,
  memberProven,
  needed,
  notMember,
  recordOf,
  textOf,
} from './platform.ts'
import type { Asked, Provider } from './types.ts'

const origin = 'https://open.feishu.cn'
const loginOrigin = 'https://accounts.feishu.cn'

export const feishu: Provider = {
  begin: async ({ settings, secrets, redirectUri }) => {
    const address = new URL('/open-apis/authen/v1/authorize', settings.gateway ?? loginOrigin)
    address.search = new URLSearchParams({
      client_id: settings.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      state: secrets.state,
      code_challenge: createHash('sha256').update(secrets.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    return address.href
  },
  finish: async (asked, query) => {
    const { settings } = asked
    const openId = await openIdOf(asked, codeIn(settings, query))
    const told = await askPlatform(
      settings,
      origin,
      `/open-apis/contact/v3/users/${encodeURIComponent(openId)}`,
      {
        query: { user_id_type: 'open_id' },
        headers: bearing(await appToken(settings)),
      },
    )
    const member = recordOf(recordOf(told.data).user)
    // The app's token sees members of its own company alone.
    if (told.code !== 0 || textOf(member.open_id) !== openId) throw notMember(settings)
    const { is_frozen, is_resigned, is_exited } = recordOf(member.status)
    return {
      idToken: '',
      proven: memberProven(settings, {
        id: textOf(member.union_id) || openId,
        account: textOf(member.user_id) || openId,
        email: textOf(member.enterprise_email) || textOf(member.email),
        name: textOf(member.name),
        departments: member.department_ids,
        isDisabled: is_frozen === true || is_resigned === true || is_exited === true,
      }),
    }
  },
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` })

async function openIdOf({ settings, secrets, redirectUri }: Asked, code: string): Promise<string> {
  const body = {
    grant_type: 'authorization_code',
    client_id: settings.clientId,
    client_secret: clientSecret(settings),
    code,
    redirect_uri: redirectUri,
    code_verifier: secrets.verifier,
  }
  const tokens = await askPlatform(settings, origin, '/open-apis/authen/v2/oauth/token', { body })
  const headers = bearing(needed(settings, tokens, 'access_token'))
  const told = await askPlatform(settings, origin, '/open-apis/authen/v1/user_info', { headers })
  assertDone(settings, told, told.code)
  return needed(settings, recordOf(told.data), 'open_id')
}

async function appToken(settings: ProviderSettings): Promise<string> {
  const body = { app_id: settings.clientId, app_secret: clientSecret(settings) }
  const path = '/open-apis/auth/v3/tenant_access_token/internal'
  return needed(settings, await askPlatform(settings, origin, path, { body }), 'tenant_access_token')
}
