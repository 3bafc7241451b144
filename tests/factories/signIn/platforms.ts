// Stand-ins for WeCom, DingTalk and Feishu on loopback, which follow their documentation: paths, fields and codes. The
// platforms themselves can't be had in tests.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Member {
  id: string
  name: string
  email: string
  departments: (string | number)[]
  isDisabled?: boolean
  /** Of another company. */
  isForeign?: boolean
}

export interface Platforms {
  origin: string
  /** By one-time code. */
  codes: Map<string, { member: Member; challenge?: string }>
  /** Answers nonsense. */
  isBroken: boolean
  /** Paths that were asked for. */
  asked: string[]
  stop(): Promise<void>
}

export const app = { id: 'app id', secret: 'app secret' }

interface Sent {
  path: string
  query: URLSearchParams
  body: Record<string, string>
  headers: IncomingMessage['headers']
}

export async function startPlatforms(): Promise<Platforms> {
  const members = new Map<string, Member>()
  const server = createServer((request, response) => {
    void readSent(request).then((sent) => {
      platforms.asked.push(sent.path)
      const answer = platforms.isBroken ? '<html>' : answerTo(platforms, members, sent)
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const platforms: Platforms = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    codes: new Map(),
    isBroken: false,
    asked: [],
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return platforms
}

async function readSent(request: IncomingMessage): Promise<Sent> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const url = new URL(request.url ?? '/', 'http://localhost')
  const text = Buffer.concat(parts).toString('utf8')
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, string>)
  return { path: url.pathname, query: url.searchParams, body, headers: request.headers }
}

/** Each code once. */
function spend(platforms: Platforms, members: Map<string, Member>, code: string, verifier?: string) {
  const found = platforms.codes.get(code)
  if (!found) return undefined
  platforms.codes.delete(code)
  const { member, challenge } = found
  if (
    challenge &&
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url') !== challenge
  )
    return undefined
  members.set(member.id, member)
  return member
}

function answerTo(platforms: Platforms, members: Map<string, Member>, sent: Sent): object | undefined {
  const { path, query, body, headers } = sent
  const bearer = headers.authorization?.replace('Bearer ', '')
  const isWeCom = query.get('access_token') === 'corp token'
  const isDing = query.get('access_token') === 'ding token'
  switch (path) {
    case '/cgi-bin/gettoken':
      return query.get('corpid') === app.id && query.get('corpsecret') === app.secret
        ? { errcode: 0, errmsg: 'ok', access_token: 'corp token', expires_in: 7_200 }
        : { errcode: 40_001, errmsg: 'invalid credential' }
    case '/cgi-bin/auth/getuserinfo': {
      const member = isWeCom ? spend(platforms, members, query.get('code') ?? '') : undefined
      if (!member) return { errcode: 40_029, errmsg: 'invalid code' }
      return { errcode: 0, errmsg: 'ok', ...(member.isForeign ? { openid: 'o' } : { userid: member.id }) }
    }
    case '/cgi-bin/user/get': {
      const member = isWeCom ? members.get(query.get('userid') ?? '') : undefined
      if (!member) return { errcode: 60_111, errmsg: 'userid not found' }
      const { id, name, email, departments, isDisabled } = member
      return {
        errcode: 0,
        errmsg: 'ok',
        userid: id,
        name,
        biz_mail: email,
        department: departments,
        status: isDisabled ? 2 : 1,
      }
    }
    case '/v1.0/oauth2/userAccessToken': {
      const isRight = body.clientId === app.id && body.clientSecret === app.secret
      const member = isRight ? spend(platforms, members, body.code ?? '') : undefined
      return member
        ? { accessToken: `user ${member.id}`, refreshToken: 'r', expireIn: 7_200, corpId: 'corp' }
        : { code: 'invalidParameter.authCode.notFound', message: 'no', requestid: 'r' }
    }
    case '/v1.0/contact/users/me': {
      const id = String(headers['x-acs-dingtalk-access-token']).replace('user ', '')
      return { nick: members.get(id)?.name, unionId: `union ${id}`, openId: 'o' }
    }
    case '/v1.0/oauth2/accessToken':
      return body.appKey === app.id && body.appSecret === app.secret
        ? { accessToken: 'ding token', expireIn: 7_200 }
        : { code: 'invalidClientIdOrSecret', message: 'no' }
    case '/topapi/user/getbyunionid': {
      const member = isDing ? members.get((body.unionid ?? '').replace('union ', '')) : undefined
      return member && !member.isForeign
        ? { errcode: 0, errmsg: 'ok', result: { contact_type: 0, userid: member.id } }
        : { errcode: 60_121, errmsg: '找不到该用户' }
    }
    case '/topapi/v2/user/get': {
      const member = isDing ? members.get(body.userid ?? '') : undefined
      if (!member) return { errcode: 60_121, errmsg: '找不到该用户' }
      const { id, name, email, departments, isDisabled } = member
      const result = { userid: id, name, org_email: email, dept_id_list: departments, active: !isDisabled }
      return { errcode: 0, errmsg: 'ok', result }
    }
    case '/open-apis/authen/v2/oauth/token': {
      const isRight = body.client_id === app.id && body.client_secret === app.secret
      const member = isRight ? spend(platforms, members, body.code ?? '', body.code_verifier) : undefined
      return member
        ? { code: 0, access_token: `user ${member.id}`, expires_in: 7_200, token_type: 'Bearer' }
        : { code: 20_003, error: 'invalid_grant', error_description: 'no' }
    }
    case '/open-apis/authen/v1/user_info': {
      const member = members.get(bearer?.replace('user ', '') ?? '')
      return member
        ? { code: 0, msg: 'success', data: { name: member.name, open_id: `ou_${member.id}` } }
        : { code: 20_005, msg: 'invalid access token' }
    }
    case '/open-apis/auth/v3/tenant_access_token/internal':
      return body.app_id === app.id && body.app_secret === app.secret
        ? { code: 0, msg: 'ok', tenant_access_token: 'tenant token', expire: 7_200 }
        : { code: 10_014, msg: 'app secret invalid' }
    default:
      return path.startsWith('/open-apis/contact/v3/users/') && bearer === 'tenant token'
        ? feishuMember(members, decodeURIComponent(path.slice('/open-apis/contact/v3/users/'.length)))
        : undefined
  }
}

function feishuMember(members: ReadonlyMap<string, Member>, openId: string): object {
  const member = members.get(openId.replace('ou_', ''))
  if (!member || member.isForeign) return { code: 41_050, msg: 'no user authority error' }
  const { id, name, email, departments, isDisabled = false } = member
  const status = { is_frozen: isDisabled, is_resigned: false, is_exited: false, is_activated: true }
  const user = {
    open_id: openId,
    union_id: `on_${id}`,
    user_id: id,
    name,
    enterprise_email: email,
    department_ids: departments,
    status,
  }
  return { code: 0, msg: 'success', data: { user } }
}
