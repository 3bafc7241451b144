// A bucket as a source, against a real S3 server on loopback, and one that stands between to disturb.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BucketSettings, bucketConnector } from '#server/sources/bucket.ts'
import type { Batch } from '#server/sources/connector.ts'
import { accessKey, secretKey, startBucket } from '#tests/factories/databases/bucket.ts'
import { problemOf } from '#tests/factories/databases/reading.ts'

describe('a bucket as a source', () => {
  let bucket: Awaited<ReturnType<typeof startBucket>>
  let between: Server
  let endpoint = ''
  /** Answers in the server's place; true where it did. */
  let disturb: (url: string, reply: ServerResponse) => boolean = () => false
  const connector = bucketConnector(['127.0.0.0/8'])
  const live = new AbortController().signal

  const settings = (more: Partial<BucketSettings> = {}): BucketSettings => ({
    endpoint,
    bucket: 'drop',
    region: '',
    style: 'path',
    tls: 'on',
    ca: '',
    prefix: '',
    pattern: '*',
    accessKey,
    ...more,
  })
  const list = async (more: Partial<BucketSettings> = {}, signal = live): Promise<Batch[]> => {
    const found: Batch[] = []
    for await (const batch of connector.batches(settings(more), { secretKey }, null, signal))
      found.push(batch)
    return found
  }
  const read = async (batch: Batch | undefined, signal = live): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'object-'))
    try {
      const fetched = await batch?.fetch(folder, signal)
      if (!fetched) throw new Error('no such object')
      const content = await readFile(join(folder, fetched.file))
      expect(content.length).toBe(fetched.bytes)
      return `${fetched.file}: ${content}`
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const check = (more: Partial<BucketSettings> = {}, secret = secretKey) =>
    problemOf(connector.check(settings(more), { secretKey: secret }, live))

  beforeAll(async () => {
    bucket = await startBucket('drop')
    between = createServer((asked, reply) => {
      if (disturb(asked.url ?? '', reply)) return
      const on = request(
        bucket.endpoint + asked.url,
        { method: asked.method, headers: asked.headers },
        (answer) => {
          reply.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(reply)
        },
      )
      asked.pipe(on)
    })
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
    endpoint = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    between.closeAllConnections()
    between.close()
    await bucket.stop()
  })

  it('offers each object below the prefix that imports read, oldest first, unpacked', async () => {
    await bucket.put('exports/b &+日 1.csv', 'day,n\n2026-01-01,1\n')
    await bucket.put('exports/a.json.gz', gzipSync('[{"n":1}]'))
    await bucket.put('exports/deep/c.csv.zst', zstdCompressSync('day,n\n'))
    await bucket.put('exports/readme.md', 'no table')
    await bucket.put('exports/empty.csv', '')
    await bucket.put('elsewhere.csv', 'n\n1\n')
    const names = async (more: Partial<BucketSettings>) => (await list(more)).map(({ name }) => name).sort()
    expect(await names({ prefix: 'exports/' })).toEqual(['exports/a.json.gz', 'exports/b &+日 1.csv'])
    expect(await names({ prefix: 'exports/', pattern: '**/*.csv*' })).toEqual([
      'exports/b &+日 1.csv',
      'exports/deep/c.csv.zst',
    ])
    expect(await names({ pattern: '*.csv' })).toEqual(['elsewhere.csv'])
    const found = new Map((await list({ pattern: '**/*' })).map((batch) => [batch.name, batch]))
    expect(await read(found.get('exports/b &+日 1.csv'))).toBe('content.csv: day,n\n2026-01-01,1\n')
    expect(await read(found.get('exports/a.json.gz'))).toBe('content.json: [{"n":1}]')
    expect(await read(found.get('exports/deep/c.csv.zst'))).toBe('content.csv: day,n\n')
  })

  it('knows an object by its content, and refuses one that changed since it was listed', async () => {
    await bucket.put('change/x.csv', 'n\n1\n')
    const [before] = await list({ prefix: 'change/' })
    const [same] = await list({ prefix: 'change/' })
    expect(same?.fingerprint).toBe(before?.fingerprint)
    await bucket.put('change/x.csv', 'n\n2\n')
    expect(await problemOf(read(before))).toBe(
      '-: change/x.csv 在读取时被改写或删除，这次没有载入；下次整个载入',
    )
    const [after] = await list({ prefix: 'change/' })
    expect(after?.fingerprint).not.toBe(before?.fingerprint)
    expect(await read(after)).toBe('content.csv: n\n2\n')
  })

  it('goes on beyond a page of a thousand', async () => {
    const keys = Array.from({ length: 1_003 }, (_, n) => `many/${String(n).padStart(5, '0')}.csv`)
    for (let at = 0; at < keys.length; at += 100)
      await Promise.all(keys.slice(at, at + 100).map((key) => bucket.put(key, 'n\n1\n')))
    expect((await list({ prefix: 'many/' })).map(({ name }) => name).sort()).toEqual(keys)
  })

  it('tries again where the server is busy or the connection breaks, and says so in the end', async () => {
    await bucket.put('busy/x.csv', 'n\n1\n')
    let asked = 0
    const busy = (reply: ServerResponse) =>
      reply.writeHead(503, { 'content-type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>')
    disturb = (_, reply) => {
      asked += 1
      if (asked > 2) return false
      busy(reply)
      return true
    }
    const [object] = await list({ prefix: 'busy/' })
    expect(asked).toBe(3)
    asked = 0
    disturb = (_, reply) => {
      asked += 1
      if (asked > 1) return false
      reply.writeHead(200, { 'content-length': '4' })
      reply.write('n\n')
      setImmediate(() => reply.destroy())
      return true
    }
    expect(await read(object)).toBe('content.csv: n\n1\n')
    disturb = (_, reply) => {
      busy(reply)
      return true
    }
    expect(await check()).toBe('-: 对方太忙（503），试了 5 次，稍后再试')
    disturb = () => false
  })

  it('ends a download that is canceled', async () => {
    const [object] = await list({ prefix: 'busy/' })
    let isAsked = false
    disturb = (_, reply) => {
      reply.writeHead(200, { 'content-length': '4' }).write('n')
      isAsked = true
      return true
    }
    const stop = new AbortController()
    const reading = read(object, stop.signal)
    await expect.poll(() => isAsked).toBe(true)
    stop.abort(new Error('enough'))
    await expect(reading).rejects.toThrow(/enough|aborted/)
    disturb = () => false
  })

  it('says what is wrong, and where', async () => {
    expect(await check()).toBe('no problem')
    expect(await check({ endpoint: 'ftp://x' })).toMatch(/^endpoint: 地址应如/)
    expect(await check({ endpoint: 'http://127.0.0.1:1' })).toBe('endpoint: 端口没有服务在听（连接被拒绝）')
    expect(await check({ endpoint: 'http://nowhere.invalid' })).toBe(
      'endpoint: 找不到主机「nowhere.invalid」',
    )
    expect(await check({ endpoint: 'http://10.1.2.3' })).toMatch(/^endpoint: 「10.1.2.3」在内网/)
    expect(await check({ endpoint: 'http://169.254.169.254' })).toMatch(
      /^endpoint: 「169.254.169.254」在内网/,
    )
    expect(await check({ bucket: 'none' })).toBe('bucket: 没有桶「none」')
    expect(await check({ bucket: '../x' })).toBe('bucket: 「../x」不是桶名')
    expect(await check({ accessKey: 'nobody' })).toBe('accessKey: 没有这个 Access Key')
    disturb = (_, reply) => {
      reply
        .writeHead(403, { 'content-type': 'application/xml' })
        .end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      return true
    }
    expect(await check({}, 'wrong')).toBe('secretKey: Secret Key 不对')
    disturb = (_, reply) => {
      reply
        .writeHead(403, { 'content-type': 'application/xml' })
        .end('<Error><Code>AccessDenied</Code></Error>')
      return true
    }
    expect(await check()).toBe('accessKey: 密钥没有列出或读取桶「drop」的权限')
    disturb = (_, reply) => {
      reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      return true
    }
    expect(await check()).toMatch(/^endpoint: 对方不接受（302/)
    disturb = () => false
  })
})
