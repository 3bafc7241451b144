// Generates and parses UUIDs (RFC 9562). Random numbers come from crypto.getRandomValues, which works on
// plain http too.

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function written(bytes: Uint8Array): string {
  const text = hex(bytes)
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  )
}

/** Version 7 begins with the time, so that later UUIDs sort after earlier ones. */
export function makeUuid(version: 4 | 7, now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  if (version === 7) for (let at = 0; at < 6; at++) bytes[at] = Math.floor(now / 256 ** (5 - at)) % 256
  bytes[6] = ((bytes[6] as number) & 15) | (version << 4)
  bytes[8] = ((bytes[8] as number) & 63) | 128
  return written(bytes)
}

interface ReadUuid {
  text: string
  version: number
  variant: string
  /** Nanoseconds since 1970, if the version contains a time. */
  nanos: bigint | null
}

/** An error is returned as a sentence. */
export function readUuid(typed: string): ReadUuid | string {
  const plain = typed
    .trim()
    .replace(/^urn:uuid:/i, '')
    .replace(/[{}\s-]/g, '')
    .toLowerCase()
  if (!/^[\da-f]{32}$/.test(plain)) return `UUID 应有 32 位十六进制数字，现在有 ${plain.length} 位`
  const bytes = Uint8Array.from({ length: 16 }, (_, at) =>
    Number.parseInt(plain.slice(at * 2, at * 2 + 2), 16),
  )
  const version = (bytes[6] as number) >> 4
  const high = (bytes[8] as number) >> 5
  const variant = high < 4 ? 'NCS（很旧）' : high < 6 ? 'RFC 9562' : high === 6 ? '微软 GUID' : '保留'
  return { text: written(bytes), version, variant, nanos: timeOf(plain, version) }
}

/** 100-ns units since 1582-10-15, as versions 1 and 6 count. */
const gregorian = 122_192_928_000_000_000n

function timeOf(plain: string, version: number): bigint | null {
  if (version === 7) return BigInt(`0x${plain.slice(0, 12)}`) * 1_000_000n
  if (version === 1)
    return (BigInt(`0x${plain.slice(13, 16)}${plain.slice(8, 12)}${plain.slice(0, 8)}`) - gregorian) * 100n
  if (version === 6) return (BigInt(`0x${plain.slice(0, 12)}${plain.slice(13, 16)}`) - gregorian) * 100n
  return null
}
