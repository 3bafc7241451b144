// DATA_DIR/settings.json: titles, logos and favicons by host name, and how the server stands towards its proxy.
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type LogSettings, logsFile, readLogs } from './logSettings.ts'
import { describeMalformed } from './malformed.ts'
import { netsOf } from './outbound/addresses.ts'
import { type OutboundSettings, outboundFile, readOutbound } from './outbound/settings.ts'
import { checkPush, type PushSettings, pushSchema } from './pushSettings.ts'
import { readSignIn, type SignInSettings, signInSchema } from './signIn/settings.ts'
import { checkUserTags, type UserTagSettings, userTagsSchema } from './userTagSettings.ts'
import type { SumsSettings } from './warehouse/sums/types.ts'

/** `permitted`: holders of search_sqlQuery or manage_authority. */
const openSharings = ['everybody', 'permitted', 'nobody'] as const
export type OpenSharing = (typeof openSharings)[number]

/** What is kept for a time alone: who saw which figures, runs of SQL, the audit, what was sent, inboxes, long addresses. */
const agingRecords = ['traces', 'runs', 'audit', 'messages', 'inbox', 'alarms', 'addresses'] as const
export type AgingRecords = (typeof agingRecords)[number]

interface Brand {
  title: string
  /** Address of a picture (`/brand/…` is DATA_DIR/brand); null shows none. */
  logo: string | null
  favicon: string | null
}

export interface Installation extends OutboundSettings {
  /** What settings.json of this server holds, as it stands there. */
  given: Readonly<Record<string, unknown>>
  /** For host names that are not listed. */
  brand: Brand
  /** Lower-case host names without port. */
  hosts: Record<string, Brand>
  /** Whether people reach the server by https (through a proxy): cookies are Secure then. */
  https: boolean
  /** Proxies in front that add to X-Forwarded-For: so many of its last entries are believed. */
  trustProxy: number
  /** Host names under which people reach it; any where there are none and it is not this machine's alone. */
  hostNames: string[]
  /** Origins whose pages may show our embeds; none when empty. */
  frameAncestors: string[]
  /** Who may share what anybody can read without a session. */
  openSharing: OpenSharing
  /** Days for which records are kept, where the installation says so; 0 for ever. */
  keepDays: Partial<Record<AgingRecords, number>>
  /** Where ad accounts are asked for, by platform. */
  adGateways: Record<string, AdGateway>
  push: PushSettings
  logs: LogSettings
  mfa: MfaSettings
  signIn: SignInSettings
  /** Sums that are kept of facts for reports that are asked often. */
  reportSums: SumsSettings
  userTags: UserTagSettings
}

interface MfaSettings {
  /** Where the account of one-time codes signs in. */
  console?: string
}

interface AdGateway {
  /** The one address that is asked. */
  url: string
  title?: string
  /** Private addresses and nets that it may resolve to. */
  allowed?: string[]
}

const text = Type.String({ minLength: 1, maxLength: 500 })
const brand = Type.Object(
  { title: Type.Optional(text), logo: Type.Optional(text), favicon: Type.Optional(text) },
  { additionalProperties: false },
)
const adGateway = Type.Object(
  { url: text, title: Type.Optional(text), allowed: Type.Optional(Type.Array(text, { maxItems: 100 })) },
  { additionalProperties: false },
)
const optionalDays = Type.Optional(Type.Integer({ minimum: 0, maximum: 36_500 }))
/** What settings.json may hold; .github/OPERATING.md names each key. */
export const installationFile = Type.Object(
  {
    title: Type.Optional(text),
    logo: Type.Optional(text),
    favicon: Type.Optional(text),
    hosts: Type.Optional(Type.Record(Type.String(), brand)),
    https: Type.Optional(Type.Boolean()),
    trustProxy: Type.Optional(Type.Union([Type.Boolean(), Type.Integer({ minimum: 0, maximum: 10 })])),
    hostNames: Type.Optional(Type.Array(text, { maxItems: 100 })),
    frameAncestors: Type.Optional(Type.Array(text, { maxItems: 100 })),
    openSharing: Type.Optional(Type.Enum([...openSharings])),
    keepDays: Type.Optional(
      Type.Object(
        Object.fromEntries(agingRecords.map((name) => [name, optionalDays])) as Record<
          AgingRecords,
          typeof optionalDays
        >,
        { additionalProperties: false },
      ),
    ),
    adGateways: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 50 }), adGateway)),
    ...outboundFile,
    push: Type.Optional(pushSchema),
    ...logsFile,
    userTags: Type.Optional(userTagsSchema),
    reportSums: Type.Optional(
      Type.Object(
        {
          on: Type.Optional(Type.Boolean()),
          megabytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_048_576 })),
        },
        { additionalProperties: false },
      ),
    ),
    signIn: Type.Optional(signInSchema),
    mfa: Type.Optional(Type.Object({ console: Type.Optional(text) }, { additionalProperties: false })),
  },
  { additionalProperties: false },
)

/** Throws an Error that names what is wrong. */
export function readInstallation(value: unknown): Installation {
  if (!Value.Check(installationFile, value)) {
    const [problem] = Value.Errors(installationFile, value)
    throw new Error(describeMalformed(problem))
  }
  const wrong = value.frameAncestors?.find((origin) => !isFrameOrigin(origin))
  if (wrong !== undefined) {
    throw new Error(
      `frameAncestors 应为网页的来源，如 https://portal.example.com 或 https://*.example.com，现为「${wrong}」`,
    )
  }
  const named = value.hostNames?.find((name) => !isHostName(name))
  if (named !== undefined) {
    throw new Error(`hostNames 应为主机名，不含端口，如 reports.example.com，现为「${named}」`)
  }
  for (const [platform, gateway] of Object.entries(value.adGateways ?? {})) checkGateway(platform, gateway)
  checkPush(value.push ?? {})
  checkMfa(value.mfa ?? {})
  checkUserTags(value.userTags ?? {})
  const standard: Brand = {
    title: value.title ?? 'analytics V3',
    logo: value.logo ?? null,
    favicon: value.favicon ?? null,
  }
  const hosts = Object.entries(value.hosts ?? {}).map(([host, own]) => [
    host.toLowerCase(),
    { ...standard, ...own },
  ])
  return {
    given: value as Readonly<Record<string, unknown>>,
    brand: standard,
    hosts: Object.fromEntries(hosts),
    https: value.https ?? false,
    trustProxy: Number(value.trustProxy ?? 0),
    hostNames: value.hostNames ?? [],
    frameAncestors: value.frameAncestors ?? [],
    openSharing: value.openSharing ?? 'everybody',
    keepDays: value.keepDays ?? {},
    adGateways: value.adGateways ?? {},
    ...readOutbound(value),
    push: value.push ?? {},
    logs: readLogs(value),
    mfa: value.mfa ?? {},
    signIn: readSignIn(value.signIn, value.publicUrl),
    reportSums: {
      isOn: value.reportSums?.on ?? true,
      mostBytes: (value.reportSums?.megabytes ?? 1024) * 2 ** 20,
    },
    userTags: value.userTags ?? {},
  }
}

/** Tokens travel to it, so it is asked by https, or on private addresses that are listed. */
function checkGateway(platform: string, { url, allowed = [] }: AdGateway): void {
  const wrong = (problem: string) => new Error(`adGateways 的 ${platform}：${problem}`)
  if (!URL.canParse(url)) throw wrong(`「${url}」不是网址`)
  const { protocol, username, password } = new URL(url)
  if (username !== '' || password !== '') throw wrong('网址不能含用户名和密码')
  if (protocol !== 'https:' && !(protocol === 'http:' && allowed.length > 0))
    throw wrong('网址应以 https:// 开头（http:// 只用于 allowed 列出的内网地址）')
  try {
    netsOf(allowed)
  } catch (error) {
    throw wrong((error as Error).message)
  }
}

/** A browser is sent there with a code in its clipboard. */
function checkMfa({ console }: MfaSettings): void {
  if (console === undefined) return
  const address = URL.canParse(console) ? new URL(console) : null
  if (address?.protocol !== 'https:' || address.username !== '' || address.password !== '')
    throw new Error(`mfa 的 console 应为 https:// 开头、不含用户名和密码的网址，现为「${console}」`)
}

export function brandOf(installation: Installation, hostName: string): Brand {
  const host = hostName.toLowerCase()
  return Object.hasOwn(installation.hosts, host)
    ? (installation.hosts[host] ?? installation.brand)
    : installation.brand
}

const isHostName = (text: string): boolean => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)

/** An origin as a content security policy names it: no path, no `*` alone, nothing that could end the directive. */
const isFrameOrigin = (text: string): boolean =>
  text === "'self'" || /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:(\d{1,5}|\*))?$/i.test(text)
