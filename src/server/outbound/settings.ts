// Where messages may go, from the installation's settings: its mail server, webhook hosts, its own address.
import { Type } from 'typebox'
import { netsOf } from './addresses.ts'

export interface MailSettings {
  host: string
  port: number
  /**
   * `tls`: TLS from the first byte; `starttls`: begun by STARTTLS; `none`: only within the company's own net.
   */
  security: 'tls' | 'starttls' | 'none'
  /** Null: no authentication. The password is `MAIL_PASSWORD`. */
  user: string | null
  from: string
  fromName: string
  /** Private addresses and nets that the host may resolve to. */
  allowed: string[]
}

export interface OutboundSettings {
  /** Null: no mail can be sent. */
  mail: MailSettings | null
  /** Origins that receivers may name in addition to the known robots. */
  webhookHosts: string[]
  /** Private addresses and nets that webhook hosts may resolve to. */
  webhookNets: string[]
  /**
   * The origin under which people reach the product; links in messages start with it. Null: messages have no
   * links.
   */
  publicUrl: string | null
}

const text = Type.String({ minLength: 1, maxLength: 500 })
const nets = Type.Array(text, { maxItems: 100 })

const mailFile = Type.Object(
  {
    host: text,
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    security: Type.Optional(Type.Enum(['tls', 'starttls', 'none'])),
    user: Type.Optional(text),
    from: text,
    fromName: Type.Optional(Type.String({ maxLength: 100 })),
    allowed: Type.Optional(nets),
  },
  { additionalProperties: false },
)

/** Sections of settings.json. */
export const outboundFile = {
  mail: Type.Optional(mailFile),
  webhookHosts: Type.Optional(Type.Array(text, { maxItems: 100 })),
  webhookNets: Type.Optional(nets),
  publicUrl: Type.Optional(text),
}

interface OutboundFile {
  mail?: {
    host: string
    port?: number
    security?: MailSettings['security']
    user?: string
    from: string
    fromName?: string
    allowed?: string[]
  }
  webhookHosts?: string[]
  webhookNets?: string[]
  publicUrl?: string
}

/** Throws an Error that names the wrong setting. */
export function readOutbound({
  mail,
  webhookHosts = [],
  webhookNets = [],
  publicUrl,
}: OutboundFile): OutboundSettings {
  checkNets('webhookNets', webhookNets)
  return {
    mail: mail ? readMail(mail) : null,
    webhookHosts: webhookHosts.map((host) => readWebhookHost(host, webhookNets)),
    webhookNets,
    publicUrl: publicUrl === undefined ? null : readPublicUrl(publicUrl),
  }
}

const usualPorts = { tls: 465, starttls: 587, none: 25 } as const

function readMail(given: NonNullable<OutboundFile['mail']>): MailSettings {
  const {
    host,
    security = 'tls',
    port = usualPorts[security],
    user = null,
    from,
    fromName = '',
    allowed = [],
  } = given
  if (!isHost(host)) throw new Error(`mail 的 host 应为主机名，不含端口，现为「${host}」`)
  if (!isAddress(from)) throw new Error(`mail 的 from 应为邮箱地址，现为「${from}」`)
  if (/[\p{Cc}<>"]/u.test(fromName)) throw new Error('mail 的 fromName 不能含引号、尖括号和控制字符')
  checkNets('mail 的 allowed', allowed)
  if (security === 'none' && allowed.length === 0)
    throw new Error('mail 的 security 为 none 时不加密，只用于 allowed 列出的内网地址')
  return { host, port, security, user, from, fromName, allowed }
}

const isHost = (host: string): boolean => /^(\[[0-9a-f:]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)$/i.test(host)

/** ASCII addresses, which every mail server accepts. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[a-z0-9!#$%&'*+/=?^_{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_{|}~-]+)*@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(
    text,
  )

/** `hooks.example.com` is reached by https; an address in the company's net may be `http://10.1.2.3:8080`. */
function readWebhookHost(text: string, allowed: readonly string[]): string {
  const written = text.includes('://') ? text : `https://${text}`
  const url = URL.canParse(written) ? new URL(written) : null
  if (!url || url.href !== `${url.origin}/` || !['http:', 'https:'].includes(url.protocol))
    throw new Error(
      `webhookHosts 应为主机名，如 hooks.example.com，或 http://10.1.2.3:8080 这样的来源，现为「${text}」`,
    )
  if (url.protocol === 'http:' && allowed.length === 0)
    throw new Error(`webhookHosts 的「${text}」不加密，http:// 只用于 webhookNets 列出的内网地址`)
  return url.origin
}

function readPublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.href.replace(/\/$/, '') !== url.origin || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`publicUrl 应为人们访问本系统的地址，如 https://reports.example.com，现为「${text}」`)
  return url.origin
}

function checkNets(what: string, nets: readonly string[]): void {
  try {
    netsOf(nets)
  } catch (error) {
    throw new Error(`${what}：${(error as Error).message}`)
  }
}
