// Mail over a real SMTP server on loopback: what the server gets, refuses and delays.
import { once } from 'node:events'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { drawTable, endDrawing } from '#server/picture/index.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { asPlain } from '#shared/message.ts'
import { readPicture } from '#tests/factories/picture/read.ts'
import { mailProblem, sendMail } from '#features/receivers/server/mail/smtp.ts'
import type { MailParcel } from '#features/receivers/server/mail/writing.ts'
import { Refused } from '#features/receivers/server/posting.ts'

interface Got {
  from: string
  to: string[]
  user: string | undefined
  text: string
}

const password = 'mail-pass-1f2e3d'
const figures = {
  title: '流水下降',
  columns: [{ title: '渠道' }, { title: '流水' }],
  rows: [['华为', '1,234']],
}
let png: Buffer
beforeAll(async () => {
  png = await drawTable(figures)
})
afterAll(endDrawing)

const parcel = (to: readonly string[], more: Partial<MailParcel> = {}): MailParcel => ({
  id: 'delivery-1',
  to,
  message: {
    title: '流水下降\r\nBcc: evil@example.com',
    text: `渠道 ${asPlain('<img src=x onerror=alert(1)> [x](http://evil.example)')}\n见 [看板](/statement)`,
    level: 'warning',
    table: { columns: ['渠道', '流水'], rows: [['<b>华为</b>', '1,234']] },
    picture: { name: 'chart.png' },
    at: '2026-10-08T03:00:00.000Z',
  },
  png,
  source: { kind: 'alarm', id: 7, title: '流水下降' },
  link: 'https://reports.example.com/alarm/list',
  publicUrl: 'https://reports.example.com',
  unsubscribe: 'https://reports.example.com/unsubscribe?t=1',
  when: '2026/10/8 11:00:00',
  ...more,
})

describe('mail', () => {
  const got: Got[] = []
  let server: SMTPServer
  let settings: Settings
  const settingsOf = (port: number, more: Record<string, unknown> = {}): Settings => ({
    ...readSettings({ DATA_DIR: '/nonexistent', MAIL_PASSWORD: password }),
    installation: readInstallation({
      mail: {
        host: '127.0.0.1',
        port,
        security: 'none',
        user: 'reports',
        from: 'reports@example.com',
        fromName: '数据平台',
        allowed: ['127.0.0.1'],
        ...more,
      },
    }),
  })
  beforeAll(async () => {
    server = new SMTPServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth: ({ username, password: typed }, _, done) =>
        typed === password ? done(null, { user: username ?? '' }) : done(new Error('no')),
      onRcptTo({ address }, _, done) {
        const refused = /^(no|later)@/.exec(address)
        if (!refused) return done()
        const code = refused[1] === 'no' ? 550 : 451
        done(Object.assign(new Error(`not ${password}`), { responseCode: code }))
      },
      onData(stream, session, done) {
        let text = ''
        stream.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope
          got.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            user: session.user,
            text,
          })
          done()
        })
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    settings = settingsOf((server.server.address() as AddressInfo).port)
  })
  afterAll(() => server.close(() => undefined))

  const signal = AbortSignal.timeout(60_000)
  const send = (to: readonly string[], given = settings, more: Partial<MailParcel> = {}) =>
    sendMail({ settings: given }, parcel(to, more), signal)
  const refusalOf = async (work: Promise<unknown>) => {
    const error = await work.then(() => null).catch((caught: unknown) => caught)
    if (!(error instanceof Refused)) throw error ?? new Error('it was sent')
    return error.refusal
  }

  it('has text, HTML with table and picture, a way to unsubscribe, one id', async () => {
    expect(await send(['a@example.com', 'b@example.com'])).toBeUndefined()
    const [mail] = got.splice(0)
    expect([mail?.from, mail?.to, mail?.user]).toEqual([
      'reports@example.com',
      ['a@example.com', 'b@example.com'],
      'reports',
    ])
    const head = mail?.text.slice(0, mail.text.indexOf('\r\n\r\n')) ?? ''
    expect(head).toContain('Message-ID: <delivery-1@example.com>')
    expect(head).toContain('Idempotency-Key: delivery-1')
    expect(head).toMatch(/List-Unsubscribe: <https:\/\/reports\.example\.com\/unsubscribe\?t=1>/)
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    // The title made no line of its own.
    expect(head).not.toMatch(/^Bcc:/m)
    const html = bodyOf(mail?.text ?? '', 'text/html')
    expect(html).toContain(
      '<td style="border:1px solid #d3d8de;padding:4px 10px;text-align:left">&#60;b&#62;华为',
    )
    expect(html).toContain('<a href="https://reports.example.com/statement">看板</a>')
    expect(html).toContain('src="cid:picture@analytics"')
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('href="http://evil')
    expect(bodyOf(mail?.text ?? '', 'text/plain')).toContain('见 看板 https://reports.example.com/statement')
    expect(mail?.text).toContain('Content-ID: <picture@analytics>')
    const sent = Buffer.from(encodedBodyOf(mail?.text ?? '', 'image/png'), 'base64')
    expect(readPicture(sent, '流水下降渠道华为')).toEqual([['流水下降'], ['渠道', '流水'], ['华为', '1,234']])
  })

  it('offers one click to leave over https alone', async () => {
    await send(['a@example.com'], settings, { unsubscribe: 'http://127.0.0.1/unsubscribe/t' })
    expect(got.splice(0)[0]?.text).not.toContain('List-Unsubscribe-Post')
  })

  it('brings files, and says which it had to leave', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mail-'))
    const file = (name: string, size: number) => {
      const path = join(folder, name)
      writeFileSync(path, 'cells,of,a,file')
      if (size > 0) truncateSync(path, size)
      return { name, path, type: 'text/csv' }
    }
    const gone = { name: 'gone.csv', path: join(folder, 'gone.csv'), type: 'text/csv' }
    const attachments = [file('日报.csv', 0), gone, file('large.csv', 20 * 1024 * 1024)]
    const { message } = parcel([])
    expect(await send(['a@example.com'], settings, { message: { ...message, attachments } })).toBe(
      '附件「gone.csv」已不在；附件「large.csv」过大，未附上',
    )
    const [mail] = got.splice(0)
    expect(mail?.text).toContain(Buffer.from('cells,of,a,file').toString('base64'))
    expect(mail?.text.length).toBeLessThan(100_000)
    rmSync(folder, { recursive: true })
  })

  it('that some do not take is sent to the others, and says so', async () => {
    expect(await send(['a@example.com', 'no@example.com'])).toBe('邮件服务器拒收：no@example.com')
    expect(got.splice(0)[0]?.to).toEqual(['a@example.com'])
  })

  it('that nobody takes is refused for good, or for now', async () => {
    expect(await refusalOf(send(['no@example.com']))).toEqual({
      problem: '邮件服务器拒收（550）；请检查收件人与发件人地址',
      again: false,
    })
    expect(await refusalOf(send(['later@example.com']))).toMatchObject({ again: true })
  })

  it('says what is wrong with the server: password, private address, refused, no TLS, none set', async () => {
    const { port } = server.server.address() as AddressInfo
    expect(await refusalOf(send(['a@example.com'], { ...settings, mailPassword: 'wrong' }))).toMatchObject({
      problem: expect.stringContaining('MAIL_PASSWORD'),
      again: false,
    })
    const elsewhere = settingsOf(port, { allowed: ['10.0.0.0/8'] })
    expect((await refusalOf(send(['a@example.com'], elsewhere))).problem).toContain('内网')
    expect(
      (await refusalOf(send(['a@example.com'], settingsOf(port, { security: 'tls' })))).problem,
    ).toContain('证书')
    expect(
      (await refusalOf(send(['a@example.com'], settingsOf(port, { security: 'starttls' })))).problem,
    ).toContain('加密')
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const free = (closed.address() as AddressInfo).port
    closed.close()
    await once(closed, 'close')
    expect((await refusalOf(send(['a@example.com'], settingsOf(free)))).problem).toContain('拒绝连接')
    const none = { ...settings, installation: readInstallation({}) }
    expect(mailProblem(none)).toContain('mail')
    expect(await refusalOf(send(['a@example.com'], none))).toMatchObject({ again: false })
    expect(mailProblem({ ...settings, mailPassword: null })).toContain('MAIL_PASSWORD')
  })

  it('ends with its signal where the server hangs', async () => {
    const hanging = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    const ending = new AbortController()
    hanging.once('connection', () => ending.abort(new Error('stopped')))
    const given = settingsOf((hanging.address() as AddressInfo).port)
    await expect(sendMail({ settings: given }, parcel(['a@example.com']), ending.signal)).rejects.toThrow(
      'stopped',
    )
    hanging.close()
  })
})

it.each([
  [{ mail: { host: 'a b', from: 'a@example.com' } }, 'host'],
  [{ mail: { host: 'smtp.example.com', from: 'nobody' } }, 'from'],
  [{ mail: { host: 'smtp.example.com', from: 'a@example.com', security: 'none' } }, '不加密'],
  [{ mail: { host: 'smtp.example.com', from: 'a@example.com', fromName: 'a\r\nBcc: x' } }, 'fromName'],
  [{ mail: { host: 'smtp.example.com', from: 'a@example.com', allowed: ['nowhere'] } }, '不是 IP'],
  [{ webhookHosts: ['https://hooks.example.com/path'] }, 'webhookHosts'],
  [{ webhookHosts: ['http://hooks.example.com'] }, '不加密'],
  [{ webhookNets: ['10.0.0.0/99'] }, '不是 IP'],
  [{ publicUrl: 'reports.example.com' }, 'publicUrl'],
  [{ publicUrl: 'https://reports.example.com/x' }, 'publicUrl'],
])('settings that can’t be are refused: %j', (given, words) => {
  expect(() => readInstallation(given)).toThrow(words)
})

/** The part of this type, decoded. */
function partOf(mail: string, type: string): [head: string, body: string] {
  const part = mail.split(/\r\n--[^\r\n]+\r\n/).find((one) => one.startsWith(`Content-Type: ${type}`)) ?? ''
  const end = part.indexOf('\r\n\r\n')
  return [part.slice(0, end), part.slice(end + 4)]
}

const encodedBodyOf = (mail: string, type: string): string => partOf(mail, type)[1]

function bodyOf(mail: string, type: string): string {
  const [head, body] = partOf(mail, type)
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, 'latin1').toString('utf8') : body
}
