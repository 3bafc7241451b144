// An S3 server on loopback, for one test file.
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3mini } from 's3mini'

interface Rver {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
type RverClass = new (options: Record<string, unknown>) => Rver
const load = createRequire(import.meta.url)
/** It has no types of its own. */
const S3rver = createRequire(import.meta.url)('s3rver') as RverClass

// Its tokens of further pages are encrypted by DES, which OpenSSL has no more.
const crypto: typeof import('node:crypto') = load('node:crypto')
const { createCipheriv, createDecipheriv } = crypto
const twice = (bytes: unknown) => Buffer.concat([bytes as Buffer, bytes as Buffer])
crypto.createCipheriv = ((name: string, key: unknown, iv: unknown) =>
  name === 'des'
    ? createCipheriv('aes-128-cbc', twice(key), twice(iv))
    : createCipheriv(name, key as never, iv as never)) as never
crypto.createDecipheriv = ((name: string, key: unknown, iv: unknown) =>
  name === 'des'
    ? createDecipheriv('aes-128-cbc', twice(key), twice(iv))
    : createDecipheriv(name, key as never, iv as never)) as never

/** The keys that it knows. */
export const accessKey = 'S3RVER'
export const secretKey = 'S3RVER'

export async function startBucket(name: string) {
  const directory = mkdtempSync(join(tmpdir(), 'bucket-source-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: false,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const owner = new S3mini({
    endpoint: `${endpoint}/${name}`,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region: 'us-east-1',
  })
  return {
    endpoint,
    put: async (key: string, content: string | Buffer) => {
      await owner.putObject(key, content)
    },
    stop: async () => {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
