// Hashes and signatures of texts, and of files of any size in parts. WebCrypto does not fit: it has no MD5,
// takes only whole files, and is missing on plain http.
import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { ToldError } from '#features/tools/web/worker/protocol.ts'
import { crc32 } from './crc32.ts'

const makers = { md5, sha1, sha256, sha384, sha512 } as const
const hashNames = ['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'crc32'] as const
type HashName = (typeof hashNames)[number]
export const hashTitles: Readonly<Record<HashName, string>> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
  crc32: 'CRC32',
}
export type Hashes = { name: HashName; bytes: Uint8Array }[]

interface Running {
  update(part: Uint8Array): unknown
  digest(): Uint8Array
}

const part = 4 * 1024 * 1024

/** With a key, each hash is an HMAC; a CRC has none. */
export async function hashes(
  source: string | Blob,
  key: Uint8Array | null,
  tell: (share: number) => void = () => undefined,
): Promise<Hashes> {
  const names = key ? hashNames.filter((name) => name !== 'crc32') : hashNames
  const running = names.map((name) => ({ name, hash: begin(name, key) }))
  await eachPart(source, tell, (bytes) => {
    for (const { hash } of running) hash.update(bytes)
  })
  return running.map(({ name, hash }) => ({ name, bytes: hash.digest() }))
}

function begin(name: HashName, key: Uint8Array | null): Running {
  if (name === 'crc32') return crc32()
  return key ? hmac.create(makers[name], key) : makers[name].create()
}

async function eachPart(
  source: string | Blob,
  tell: (share: number) => void,
  work: (bytes: Uint8Array) => void,
): Promise<void> {
  if (typeof source === 'string') return work(new TextEncoder().encode(source))
  for (let at = 0; at < source.size; at += part) {
    const bytes = await source
      .slice(at, at + part)
      .arrayBuffer()
      .catch(() => {
        throw new ToldError('文件读取失败，可能已被移动或删除')
      })
    work(new Uint8Array(bytes))
    tell(Math.min(1, (at + part) / source.size))
  }
}
