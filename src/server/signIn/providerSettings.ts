// `signIn.providers` of settings.json: where people sign in instead of here, by OpenID Connect or a platform's OAuth.
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { netsOf } from '../outbound/addresses.ts'
import { checkGrants, grantsSchema } from './grants.ts'
import { checkSecretPlace, secretPlace } from './secrets.ts'

const text = Type.String({ minLength: 1, maxLength: 500 })
const providerKinds = ['oidc', 'wecom', 'dingtalk', 'feishu'] as const
type ProviderKind = (typeof providerKinds)[number]

const provider = Type.Object(
  {
    kind: Type.Enum([...providerKinds]),
    /** On its button, and with accounts. */
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    /** Of OpenID Connect: the issuer, exactly as it calls itself. */
    issuer: Type.Optional(text),
    /** The client, the app (AppKey, App ID) or the company (CorpID). */
    clientId: text,
    /** Of WeCom: the app's AgentId. */
    agentId: Type.Optional(text),
    ...secretPlace,
    scopes: Type.Optional(Type.Array(text, { maxItems: 20 })),
    /** Names of claims; a point leads into an object. */
    claims: Type.Optional(
      Type.Object(
        { email: Type.Optional(text), name: Type.Optional(text), groups: Type.Optional(text) },
        closed,
      ),
    ),
    /** Of a platform: where it is asked in place of its own address, for one that a company runs itself. */
    gateway: Type.Optional(text),
    /** Private addresses and nets that its names may resolve to. */
    allowed: Type.Optional(Type.Array(text, { maxItems: 100 })),
    groups: grantsSchema,
    /** Days without a sign-in after which an account is stopped until the next one. */
    freshDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
  },
  closed,
)
type ProviderFile = Static<typeof provider>

export const providersSchema = Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }), provider, {
  maxProperties: 10,
})

export interface ProviderSettings extends ProviderFile {
  key: string
  title: string
  allowed: string[]
  freshDays: number
}

const usualTitles: Readonly<Record<ProviderKind, string>> = {
  oidc: '公司账号',
  wecom: '企业微信',
  dingtalk: '钉钉',
  feishu: '飞书',
}
const usualFreshDays = 30

/** Throws an Error that names what is wrong. */
export function readProviders(
  given: Readonly<Record<string, ProviderFile>>,
  publicUrl: string | undefined,
): ProviderSettings[] {
  const read = Object.entries(given).map(([key, file]) => readProvider(key, file))
  if (read.length > 0 && publicUrl === undefined)
    throw new Error('有 signIn.providers 时应填写 publicUrl：登录后要回到这个网址')
  return read
}

function readProvider(key: string, file: ProviderFile): ProviderSettings {
  const where = `signIn.providers 的 ${key}`
  if (key === 'ldap' || key === 'password') throw new Error(`${where}：这个名字已有别的意思，请换一个`)
  const { kind, issuer, agentId, gateway, allowed = [] } = file
  checkSecretPlace(where, file)
  checkGrants(where, file.groups)
  checkNets(where, allowed)
  if (kind === 'oidc' && issuer === undefined) throw new Error(`${where} 应填写 issuer`)
  if (kind !== 'oidc' && issuer !== undefined) throw new Error(`${where} 的 issuer 只用于 kind 为 oidc 的`)
  if (kind === 'wecom' && agentId === undefined) throw new Error(`${where} 应填写 agentId`)
  for (const [name, address] of Object.entries({ issuer, gateway }))
    if (address !== undefined) checkAddress(`${where} 的 ${name}`, address, allowed)
  return {
    ...file,
    key,
    title: file.title ?? usualTitles[kind],
    allowed,
    freshDays: file.freshDays ?? usualFreshDays,
  }
}

function checkNets(where: string, allowed: readonly string[]): void {
  try {
    netsOf(allowed)
  } catch (error) {
    throw new Error(`${where} 的 allowed：${(error as Error).message}`)
  }
}

/** Secrets go there. */
function checkAddress(where: string, address: string, allowed: readonly string[]): void {
  const url = URL.canParse(address) ? new URL(address) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && allowed.length > 0)
  if (!url || !isSafe || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new Error(
      `${where} 应为 https:// 开头的网址（http:// 只用于 allowed 列出的内网地址），现为「${address}」`,
    )
}
