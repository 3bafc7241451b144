// An S3-compatible bucket as a source: each object below a prefix is a file, loaded once by its entity tag.
import { open, rm } from 'node:fs/promises'
import { basename, join, matchesGlob } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { S3mini } from 's3mini'
import { writeAll } from '../files/whole.ts'
import { type Batch, type Connector, SourceProblem } from './connector.ts'
import { fileFields } from './fileFields.ts'
import { pinnedFetch } from './pinnedFetch.ts'
import { addressOf, connectionProblem, type Nets } from './place.ts'
import { isLoadable, unpackInto } from './unpack.ts'

export type BucketSettings = {
  endpoint: string
  bucket: string
  region: string
  style: string
  tls: string
  ca: string
  prefix: string
  pattern: string
  accessKey: string
}
export type BucketSecret = Record<string, string>

interface FoundObject {
  key: string
  /** Below the prefix. */
  name: string
  size: number
  etag: string
  at: number
}

/** A bucket with more below one prefix is no place to look through each minute. */
const mostObjects = 200_000
const pageObjects = 1_000
const silentMs = 60_000
const tries = 5
const firstPauseMs = 200

export const bucketConnector = (nets: Nets): Connector<BucketSettings, BucketSecret> => ({
  kind: 'bucket',
  title: '对象存储（S3）',
  fields: [
    {
      name: 'endpoint',
      title: '地址',
      kind: 'text',
      required: true,
      placeholder: 'https://s3.example.com',
      hint: '兼容 S3 的服务的地址，不含桶名',
      place: true,
    },
    { name: 'bucket', title: '桶', kind: 'text', required: true, place: true },
    {
      name: 'region',
      title: '地域',
      kind: 'text',
      required: false,
      placeholder: 'us-east-1',
      hint: '不分地域的服务不用填',
    },
    {
      name: 'style',
      title: '桶名写在',
      kind: 'choice',
      required: true,
      initial: 'path',
      choices: [
        { value: 'path', title: '路径里：地址/桶' },
        { value: 'host', title: '主机名里：桶.地址' },
      ],
      place: true,
    },
    {
      name: 'tls',
      title: '证书',
      kind: 'choice',
      required: true,
      initial: 'on',
      choices: [
        { value: 'on', title: '检查' },
        { value: 'blind', title: '不检查' },
      ],
      place: true,
    },
    {
      name: 'ca',
      title: 'CA 证书',
      kind: 'area',
      required: false,
      placeholder: '-----BEGIN CERTIFICATE-----',
      hint: '对方的证书由自己的 CA 签发时填写（PEM）',
    },
    {
      name: 'accessKey',
      title: 'Access Key',
      kind: 'text',
      required: true,
      hint: '请用只能列出和读取这个桶的密钥',
    },
    { name: 'secretKey', title: 'Secret Key', kind: 'secret', required: true },
    {
      name: 'prefix',
      title: '前缀',
      kind: 'text',
      required: false,
      placeholder: 'exports/',
      hint: '只看键以此开头的对象',
    },
    {
      name: 'pattern',
      title: '文件名',
      kind: 'text',
      required: true,
      initial: '*',
      placeholder: '*.csv',
      hint: '前缀之后的部分。* 代表任意字符，**/ 代表任意层子文件夹；能读导入所读的各种文件，也能读其 .gz、.zst',
    },
    ...fileFields,
  ],
  async check(settings, secret, signal) {
    const bucket = await openBucket(settings, secret, nets, signal)
    const page = await bucket.page(1)
    const [first] = page.objects
    // Whoever may list need not be allowed to read.
    if (first) await bucket.isReadable(first.key)
  },
  async *batches(settings, secret, _mark, signal) {
    const bucket = await openBucket(settings, secret, nets, signal)
    const found: FoundObject[] = []
    let token: string | undefined
    do {
      const page = await bucket.page(pageObjects, token)
      token = page.next
      for (const { key, size, etag, at } of page.objects) {
        const name = key.slice(settings.prefix.length).replace(/^\/+/, '')
        if (size === 0 || !isLoadable(name) || !matchesGlob(name, settings.pattern.trim())) continue
        found.push({ key, name, size, etag, at })
        if (found.length > mostObjects)
          throw new SourceProblem(`有 ${mostObjects} 个以上的对象；请用更长的前缀或更窄的文件名`, 'prefix')
      }
    } while (token !== undefined)
    found.sort((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1))
    for (const object of found) yield batchOf(bucket, object)
  },
})

const batchOf = (bucket: Bucket, object: FoundObject): Batch => ({
  name: object.key,
  fingerprint: `${object.etag} ${object.size}`,
  writtenAt: object.at,
  mark: null,
  fetch: async (folder, signal) => {
    const path = join(folder, 'object')
    await bucket.download(object, path, signal)
    const handle = await open(path, 'r')
    try {
      return await unpackInto(handle, basename(object.name), folder, signal)
    } finally {
      await handle.close()
      await rm(path, { force: true })
    }
  },
})

interface Page {
  objects: { key: string; size: number; etag: string; at: number }[]
  next: string | undefined
}

class Bucket {
  readonly #client: S3mini
  readonly #settings: BucketSettings
  readonly #signal: AbortSignal

  constructor(client: S3mini, settings: BucketSettings, signal: AbortSignal) {
    this.#client = client
    this.#settings = settings
    this.#signal = signal
  }

  async page(most: number, token?: string): Promise<Page> {
    const { bucket, prefix } = this.#settings
    const page = await this.#asked(() => this.#client.listObjectsPaged('/', prefix, most, token))
    if (!page) throw new SourceProblem(`没有桶「${bucket}」`, 'bucket')
    const objects = (page.objects ?? []).map(({ Key, Size, ETag, LastModified }) => ({
      key: Key,
      size: Size,
      etag: ETag.replace(/^(W\/)?"?|"?$/g, ''),
      at: LastModified.getTime(),
    }))
    return { objects, next: page.nextContinuationToken || undefined }
  }

  async isReadable(key: string): Promise<void> {
    await this.#asked(() => this.#client.objectExists(key))
  }

  /** The object as it was listed, whole; tried again from its beginning where the connection breaks. */
  download(object: FoundObject, path: string, signal: AbortSignal): Promise<void> {
    const { key, etag, size } = object
    const changed = () => new SourceProblem(`${key} 在读取时被改写或删除，这次没有载入；下次整个载入`)
    return this.#asked(async () => {
      const reply = await this.#client.getObjectResponse(key, { 'if-match': `"${etag}"` })
      if (!reply?.body) throw changed()
      const own = reply.headers.get('etag')?.replace(/^(W\/)?"?|"?$/g, '')
      if (own !== undefined && own !== etag) {
        await reply.body.cancel()
        throw changed()
      }
      let bytes = 0
      const file = await open(path, 'w', 0o600)
      try {
        const write = async (pieces: AsyncIterable<Buffer>) => {
          for await (const piece of pieces) {
            bytes += piece.length
            await writeAll(file, piece)
          }
        }
        await pipeline(Readable.fromWeb(reply.body as never), write, { signal })
      } finally {
        await file.close()
      }
      if (bytes !== size) throw changed()
    })
  }

  async #asked<Found>(ask: () => Promise<Found>): Promise<Found> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask()
      } catch (error) {
        this.#signal.throwIfAborted()
        if (error instanceof SourceProblem) throw error
        if (!isPassing(error) || attempt === tries) throw told(error, this.#settings)
        await wait(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, {
          signal: this.#signal,
        })
      }
    }
  }
}

async function openBucket(
  settings: BucketSettings,
  { secretKey = '' }: BucketSecret,
  nets: Nets,
  signal: AbortSignal,
): Promise<Bucket> {
  const { endpoint, bucket, region, style, tls, ca, accessKey } = settings
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new SourceProblem(`地址应如 https://s3.example.com，现为「${endpoint}」`, 'endpoint')
  if (!/^[\w.-]{1,255}$/.test(bucket)) throw new SourceProblem(`「${bucket}」不是桶名`, 'bucket')
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`
  else url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}`
  const address = await addressOf(url.hostname, nets, 'endpoint', signal)
  const { S3mini } = await import('s3mini')
  const client = new S3mini({
    endpoint: url.href.replace(/\/$/, ''),
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region: region || 'us-east-1',
    fetch: pinnedFetch({ address, signal, silentMs, ca: ca.trim(), isChecked: tls === 'on' }),
  })
  return new Bucket(client, settings, signal)
}

interface Failure {
  status?: number
  serviceCode?: string
  code?: string
  cause?: unknown
}

const causeOf = (error: unknown): unknown => (error as Failure).cause ?? error

/** Worth another try: a server that is busy, a connection that broke. */
function isPassing(error: unknown): boolean {
  const { status, serviceCode = '' } = error as Failure
  if (status !== undefined) return status === 429 || status >= 500 || serviceCode === 'SlowDown'
  const { code = '' } = causeOf(error) as Failure
  return (
    /^(ECONNRESET|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE)$/.test(code) ||
    (error as Error).message === 'terminated'
  )
}

function told(error: unknown, { bucket }: BucketSettings): unknown {
  const { status, serviceCode = '' } = error as Failure
  if (status === undefined) {
    const fields = { host: 'endpoint', port: 'endpoint', tls: 'tls' }
    return connectionProblem(causeOf(error), fields) ?? error
  }
  switch (serviceCode) {
    case 'InvalidAccessKeyId':
      return new SourceProblem('没有这个 Access Key', 'accessKey')
    case 'SignatureDoesNotMatch':
      return new SourceProblem('Secret Key 不对', 'secretKey')
    case 'RequestTimeTooSkewed':
      return new SourceProblem('本机的时钟与对方相差太多')
    case 'NoSuchBucket':
      return new SourceProblem(`没有桶「${bucket}」`, 'bucket')
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return new SourceProblem('地域或地址不对：桶在别处', 'region')
  }
  if (status === 401 || status === 403)
    return new SourceProblem(`密钥没有列出或读取桶「${bucket}」的权限`, 'accessKey')
  if (status === 301 || status === 307) return new SourceProblem('地域或地址不对：桶在别处', 'region')
  if (status === 404) return new SourceProblem(`没有桶「${bucket}」，或这个地址不是 S3 服务`, 'bucket')
  if (status === 429 || status >= 500)
    return new SourceProblem(`对方太忙（${status}），试了 ${tries} 次，稍后再试`)
  return new SourceProblem(`对方不接受（${status} ${serviceCode.slice(0, 50)}）`, 'endpoint')
}
