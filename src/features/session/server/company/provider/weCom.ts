// 企业微信: 企业微信登录 (document 98152), 获取用户登录身份 (98176), 读取成员 (90196) of developer.work.weixin.qq.com.
import type { ProviderSettings } from '#server/signIn/providerSettings.ts'
import { clientSecret } from './asking.ts'
import {
  askPlatform,
  assertDone,
  codeIn,
  memberProven,
  needed,
  notMember,
  type Told,
  textOf,
} from './platform.ts'
import type { Provider } from './types.ts'

const origin = 'https://qyapi.weixin.qq.com'
const loginOrigin = 'https://login.work.weixin.qq.com'
/** Of a member: activated. 2 is disabled, 4 not activated, 5 left. */
const active = 1

export const weCom: Provider = {
  begin: async ({ settings, secrets, redirectUri }) => {
    const address = new URL('/wwlogin/sso/login', settings.gateway ?? loginOrigin)
    address.search = new URLSearchParams({
      login_type: 'CorpApp',
      appid: settings.clientId,
      agentid: settings.agentId ?? '',
      redirect_uri: redirectUri,
      state: secrets.state,
    }).toString()
    return address.href
  },
  finish: async ({ settings }, query) => {
    const code = codeIn(settings, query)
    const token = await appToken(settings)
    const who = await ask(settings, '/cgi-bin/auth/getuserinfo', { access_token: token, code })
    // Who is no member comes with an openid alone.
    const userid = textOf(who.userid ?? who.UserId)
    if (userid === '') throw notMember(settings)
    const member = await ask(settings, '/cgi-bin/user/get', { access_token: token, userid })
    return {
      idToken: '',
      proven: memberProven(settings, {
        id: needed(settings, member, 'userid'),
        email: textOf(member.biz_mail) || textOf(member.email),
        name: textOf(member.name),
        departments: member.department,
        isDisabled: member.status !== active,
      }),
    }
  },
}

async function appToken(settings: ProviderSettings): Promise<string> {
  const query = { corpid: settings.clientId, corpsecret: clientSecret(settings) }
  return needed(settings, await ask(settings, '/cgi-bin/gettoken', query), 'access_token')
}

async function ask(
  settings: ProviderSettings,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Told> {
  const told = await askPlatform(settings, origin, path, { query })
  assertDone(settings, told, told.errcode)
  return told
}
