// 钉钉: 登录第三方网站, 获取用户token, 获取用户通讯录个人信息, 根据unionid获取用户userid, 查询用户详情 of
// open.dingtalk.com.
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
  type Told,
  textOf,
} from './platform.ts'
import type { Provider } from './types.ts'

const api = 'https://api.dingtalk.com'
const oapi = 'https://oapi.dingtalk.com'
const loginOrigin = 'https://login.dingtalk.com'
/** 找不到该用户: of another company. */
const unknownMember = 60121

export const dingTalk: Provider = {
  begin: async ({ settings, secrets, redirectUri }) => {
    const address = new URL('/oauth2/auth', settings.gateway ?? loginOrigin)
    address.search = new URLSearchParams({
      redirect_uri: redirectUri,
      response_type: 'code',
      client_id: settings.clientId,
      scope: 'openid',
      state: secrets.state,
      prompt: 'consent',
    }).toString()
    return address.href
  },
  finish: async ({ settings }, query) => {
    const code = codeIn(settings, query, 'authCode')
    const unionid = await unionIdOf(settings, code)
    const token = await appToken(settings)
    const found = await topApi(settings, '/topapi/user/getbyunionid', token, { unionid })
    if (found.errcode === unknownMember) throw notMember(settings)
    assertDone(settings, found, found.errcode)
    const userid = needed(settings, recordOf(found.result), 'userid')
    const told = await topApi(settings, '/topapi/v2/user/get', token, { userid })
    assertDone(settings, told, told.errcode)
    const member = recordOf(told.result)
    return {
      idToken: '',
      proven: memberProven(settings, {
        id: needed(settings, member, 'userid'),
        email: textOf(member.org_email) || textOf(member.email),
        name: textOf(member.name),
        departments: member.dept_id_list,
        isDisabled: member.active === false,
      }),
    }
  },
}

async function unionIdOf(settings: ProviderSettings, code: string): Promise<string> {
  const body = {
    clientId: settings.clientId,
    clientSecret: clientSecret(settings),
    code,
    grantType: 'authorization_code',
  }
  const tokens = await askPlatform(settings, api, '/v1.0/oauth2/userAccessToken', { body })
  const token = needed(settings, tokens, 'accessToken')
  const headers = { 'x-acs-dingtalk-access-token': token }
  const me = await askPlatform(settings, api, '/v1.0/contact/users/me', { headers })
  return needed(settings, me, 'unionId')
}

async function appToken(settings: ProviderSettings): Promise<string> {
  const body = { appKey: settings.clientId, appSecret: clientSecret(settings) }
  return needed(
    settings,
    await askPlatform(settings, api, '/v1.0/oauth2/accessToken', { body }),
    'accessToken',
  )
}

const topApi = (settings: ProviderSettings, path: string, token: string, body: object): Promise<Told> =>
  askPlatform(settings, oapi, path, { query: { access_token: token }, body })
