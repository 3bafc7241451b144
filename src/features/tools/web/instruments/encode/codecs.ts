// Encodings of bytes and texts, in both directions. An error says where and why the input is invalid.
import { timeText } from '#web/ui/timeText.ts'

interface Codec {
  id: string
  title: string
  encode?: (text: string) => string | Promise<string>
  /** Throws CodecProblem. */
  decode?: (text: string) => string | Promise<string>
}

export class CodecProblem extends Error {}

const encoder = new TextEncoder()
const fatal = (label: string) => new TextDecoder(label, { fatal: true })

/** Decodes as UTF-8, otherwise as GBK; anything else is shown as bytes. */
function textOfBytes(bytes: Uint8Array): string {
  for (const label of ['utf-8', 'gb18030']) {
    try {
      const text = fatal(label).decode(bytes)
      return label === 'utf-8' ? text : `${text}\n（按 GBK 解码）`
    } catch {
      // The next encoding may fit.
    }
  }
  return `（${bytes.length} 字节，不是文本）\n${hexOf(bytes.subarray(0, 4096))}`
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

export function bytesOfBase64(text: string): Uint8Array {
  const plain = text
    .replace(/\s+/g, '')
    .replace(/^data:[^,]{0,200},/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const at = plain.search(/[^A-Za-z0-9+/=]/)
  if (at >= 0) throw new CodecProblem(`第 ${at + 1} 个字符「${plain[at]}」不是 Base64 的字符`)
  const bare = plain.replace(/=+$/, '')
  if (bare.includes('=')) throw new CodecProblem('= 只能在末尾')
  if (bare.length % 4 === 1)
    throw new CodecProblem(`长度不对：去掉 = 后有 ${bare.length} 个字符，可能少复制了`)
  return Uint8Array.from(atob(bare), (one) => one.charCodeAt(0))
}

export function bytesOfHex(text: string): Uint8Array {
  const plain = text.replace(/0x|\\x|[\s,:;-]/gi, '')
  const at = plain.search(/[^\da-f]/i)
  if (at >= 0) throw new CodecProblem(`第 ${at + 1} 位「${plain[at]}」不是十六进制数字`)
  if (plain.length % 2 === 1) throw new CodecProblem(`十六进制应是偶数位，现在有 ${plain.length} 位`)
  return Uint8Array.from({ length: plain.length / 2 }, (_, place) =>
    Number.parseInt(plain.slice(place * 2, place * 2 + 2), 16),
  )
}

function percentDecoded(text: string): string {
  const wrong = /%(?![\da-fA-F]{2})/.exec(text)
  if (wrong) throw new CodecProblem(`第 ${wrong.index + 1} 个字符：% 后面应是两位十六进制数字`)
  const bytes: number[] = []
  for (let at = 0; at < text.length; ) {
    if (text[at] === '%') {
      bytes.push(Number.parseInt(text.slice(at + 1, at + 3), 16))
      at += 3
    } else {
      const point = String.fromCodePoint(text.codePointAt(at) as number)
      bytes.push(...encoder.encode(point === '+' ? ' ' : point))
      at += point.length
    }
  }
  return textOfBytes(Uint8Array.from(bytes))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Uses the browser's HTML parser, in a document that runs no scripts. */
function entitiesDecoded(text: string): string {
  const field = new DOMParser()
    .parseFromString('<textarea></textarea>', 'text/html')
    .querySelector('textarea')
  if (!field) return text
  field.innerHTML = text
  return field.value
}

function escapesDecoded(text: string): string {
  const wrong = /\\u(?![\da-fA-F]{4}|\{[\da-fA-F]{1,6}\})|\\x(?![\da-fA-F]{2})/.exec(text)
  if (wrong) throw new CodecProblem(`第 ${wrong.index + 1} 个字符：转义不完整，应为 \\u 加四位十六进制数字`)
  return text.replace(
    /\\u\{([\da-fA-F]{1,6})\}|\\u([\da-fA-F]{4})|\\x([\da-fA-F]{2})|\\([nrtbf"'\\/0])|U\+([\da-fA-F]{4,6})/g,
    (whole, braced, four, two, simple, plus) => {
      if (simple) return { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', 0: '\0' }[simple as 'n'] ?? simple
      const point = Number.parseInt(braced ?? four ?? two ?? plus, 16)
      return point > 0x10ffff ? whole : String.fromCodePoint(point)
    },
  )
}

const escaped = (text: string): string =>
  text.replace(/[^ -~]|\\/g, (unit) =>
    unit === '\\' ? '\\\\' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

async function piped(
  bytes: Uint8Array,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(through)
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > mostInflated) {
      await reader.cancel()
      throw new CodecProblem('解压后超过 32 MB，已停止')
    }
    parts.push(value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
const mostInflated = 32 * 1024 * 1024

async function inflated(text: string): Promise<string> {
  const bytes = bytesOfBase64(text)
  const format =
    bytes[0] === 0x1f && bytes[1] === 0x8b
      ? 'gzip'
      : (bytes[0] as number) % 16 === 8
        ? 'deflate'
        : 'deflate-raw'
  try {
    return textOfBytes(await piped(bytes, new DecompressionStream(format)))
  } catch (error) {
    if (error instanceof CodecProblem) throw error
    throw new CodecProblem('Base64 里不是 gzip、zlib 或 deflate 压缩的内容，或内容不完整')
  }
}

/** A token's header and body as JSON, with times as dates. The signature is not verified. */
function readToken(text: string): string {
  const parts = text
    .trim()
    .replace(/^Bearer\s+/i, '')
    .split('.')
  if (parts.length !== 3 && parts.length !== 2)
    throw new CodecProblem(`JWT 应有用点隔开的三段，现在有 ${parts.length} 段`)
  const told = parts.slice(0, 2).map((part, at) => {
    const title = at === 0 ? '头部' : '内容'
    try {
      const json: unknown = JSON.parse(fatal('utf-8').decode(bytesOfBase64(part)))
      return `// ${title}\n${JSON.stringify(json, null, 2)}${timesIn(json)}`
    } catch {
      throw new CodecProblem(`JWT 的${title}（第 ${at + 1} 段）不是 Base64 写的 JSON`)
    }
  })
  return `${told.join('\n\n')}\n\n// 签名未验证：内容可能被改过，也可能已过期`
}

const timeKeys: Readonly<Record<string, string>> = {
  exp: '过期',
  iat: '签发',
  nbf: '生效',
  auth_time: '登录',
}

function timesIn(json: unknown): string {
  if (typeof json !== 'object' || json === null) return ''
  const told = Object.entries(json).flatMap(([key, value]) => {
    const title = Object.hasOwn(timeKeys, key) ? timeKeys[key] : undefined
    if (!title || typeof value !== 'number' || Math.abs(value) > 8.64e12) return []
    const isOver = key === 'exp' && value * 1000 < Date.now()
    return [`// ${title}：${timeText(value * 1000, 'second')}${isOver ? '（已过期）' : ''}`]
  })
  return told.length > 0 ? `\n${told.join('\n')}` : ''
}

export const codecs: readonly Codec[] = [
  {
    id: 'base64',
    title: 'Base64',
    encode: (text) => base64Of(encoder.encode(text)),
    decode: (text) => textOfBytes(bytesOfBase64(text)),
  },
  {
    id: 'base64url',
    title: 'Base64 URL',
    encode: (text) => urlSafe(base64Of(encoder.encode(text))),
    decode: (text) => textOfBytes(bytesOfBase64(text)),
  },
  { id: 'url', title: 'URL 参数', encode: encodeURIComponent, decode: percentDecoded },
  {
    id: 'address',
    title: 'URL 整体',
    encode: encodeURI,
    decode: (text) => percentDecoded(text.replaceAll('+', '%2B')),
  },
  {
    id: 'hex',
    title: '十六进制',
    encode: (text) => hexOf(encoder.encode(text)),
    decode: (text) => textOfBytes(bytesOfHex(text)),
  },
  { id: 'unicode', title: 'Unicode 转义', encode: escaped, decode: escapesDecoded },
  {
    id: 'html',
    title: 'HTML 实体',
    encode: (text) => text.replace(/[&<>"']/g, (one) => entities[one] as string),
    decode: entitiesDecoded,
  },
  { id: 'json', title: 'JSON 字符串', encode: (text) => JSON.stringify(text), decode: stringDecoded },
  {
    id: 'gzip',
    title: 'gzip + Base64',
    encode: async (text) => base64Of(await piped(encoder.encode(text), new CompressionStream('gzip'))),
    decode: inflated,
  },
  { id: 'jwt', title: 'JWT', decode: readToken },
  { id: 'gbk', title: 'GBK 十六进制', decode: gbkDecoded },
]

function stringDecoded(text: string): string {
  const typed = text.trim()
  try {
    const value: unknown = JSON.parse(typed.startsWith('"') ? typed : `"${typed.replaceAll('\n', '\\n')}"`)
    if (typeof value === 'string') return value
  } catch {
    // The error is reported below.
  }
  throw new CodecProblem('不是 JSON 字符串：引号没有成对，或转义无法识别')
}

function gbkDecoded(text: string): string {
  const bytes = bytesOfHex(text.replaceAll('%', ''))
  try {
    return fatal('gb18030').decode(bytes)
  } catch {
    throw new CodecProblem('这些字节不是 GBK 文字')
  }
}

/** The most likely format of a text; its decoding is offered first. */
export function guessCodec(text: string): string | null {
  const typed = text.trim()
  if (/^(?:Bearer\s+)?eyJ[\w-]+\.[\w-]+/.test(typed)) return 'jwt'
  if (/^H4sI/.test(typed)) return 'gzip'
  if (/%[\da-fA-F]{2}/.test(typed)) return 'url'
  if (/\\u[\da-fA-F]{4}/.test(typed)) return 'unicode'
  if (/&(?:#\d+|#x[\da-fA-F]+|\w{2,8});/.test(typed)) return 'html'
  if (/^(?:[\da-fA-F]{2}[\s:]?){4,}$/.test(typed)) return 'hex'
  return /^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(typed) ? 'base64' : null
}
