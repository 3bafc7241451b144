// The alarm on checks of data, from a bad load to the messages that people read, and to its recovery: by mail and by
// webhook over servers on loopback, and in the inbox.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { businessDay } from '#shared/businessDay.ts'
import type { Person } from '#tests/factories/house.ts'
import { addOrUpdateAlarm, exampleRule } from '#features/alarm/contract.ts'
import { checkAlarms } from '#features/alarm/server/telling/declaring.ts'
import { readModel } from '#features/config/server/index.ts'
import { type Receiver, saveReceiver } from '#features/receivers/contract.ts'
import { makeReceivers, type Receivers } from '../receivers/receiversHouse.ts'
import { type ChecksHouse, into, makeChecksHouse } from './checksHouse.ts'

let house: ChecksHouse
let webhooks: Receivers
let smtp: SMTPServer
const mails: string[] = []
beforeAll(async () => {
  webhooks = await makeReceivers()
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _, done) {
      let text = ''
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const installation = readInstallation({
    webhookHosts: [webhooks.origin],
    webhookNets: ['127.0.0.1'],
    publicUrl: 'https://reports.example.com',
    mail: { host: '127.0.0.1', port, security: 'none', from: 'reports@example.com', allowed: ['127.0.0.1'] },
  })
  house = await makeChecksHouse({ settings: { installation } })
})
afterAll(async () => {
  await house.dispose()
  webhooks.stop()
  smtp.close(() => undefined)
})

/** The parts of a mail as people read them, and its subject. */
function read(mail: string): string {
  const subject = [...mail.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/gi)].map(([, text]) =>
    Buffer.from(text ?? '', 'base64').toString(),
  )
  const parts = mail.split(/^--.*$/m).map((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n')
    const text = body.join('\r\n\r\n')
    if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString()
    if (!/quoted-printable/i.test(head)) return text
    const bytes = text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    return Buffer.from(bytes, 'latin1').toString()
  })
  return [...subject, ...parts].join('\n')
}

const inboxOf = async (who: Person) =>
  (
    await house.deps.metadata.db
      .selectFrom('inbox_note')
      .select(['title', 'text'])
      .where('user_id', '=', who.id)
      .orderBy('id')
      .execute()
  ).map(({ title, text }) => `${title}\n${text}`)

/** All checks of alarms that are due, and the deliveries that follow. */
async function look(): Promise<void> {
  await house.app.jobs.enqueue({ kind: checkAlarms, payload: {}, userId: null })
  for (let turn = 0; turn < 4; turn += 1) await house.work()
}

it('is told once when a load does not meet a check, and once when the day is mended', {
  timeout: 300_000,
}, async () => {
  const today = businessDay(house.deps.settings)
  await house.bring('1.csv', 'day,n\n2026-04-01,1\n', into('told'))
  await house.save({
    name: '数量不为负',
    table: 'told',
    kind: 'range',
    values: { column: 'n', low: 0, high: null, unit: 'count', most: 0 },
  })
  const model = await readModel(house.deps)
  const fact = model.pointTables.find(({ table_truename }) => table_truename === 'told')
  const point = model.points.find(({ table_id }) => table_id === fact?.id)?.id ?? 0
  const owner = await house.person({ keys: ['alert_config_edit'] })
  const receiver = async (name: string, more: object) =>
    (await owner.call<Receiver>(saveReceiver, { body: { id: -1, name, games: '*', ...more } })).data.id
  const receiverIds = [
    await receiver('hook', { kind: 'url', address: `${webhooks.origin}/hook` }),
    await receiver('mail', { kind: 'mail', addresses: 'keeper@example.com' }),
  ]
  await owner.call(addOrUpdateAlarm, {
    body: {
      ...exampleRule,
      name: '数据不对',
      watch: { points: [point], dims: [], grain: 'day' },
      conditions: [{ kind: 'checks' }],
      recovery: true,
      receiverIds,
      userIds: [owner.id],
    },
  })
  const told = async () => ({
    hook: webhooks.got('hook').map(({ text }) => text),
    mail: mails.map(read),
    inbox: await inboxOf(owner),
  })
  await look()
  expect(await told()).toEqual({ hook: [], mail: [], inbox: [] })

  const lookFor = async (count: number) => {
    await look()
    const counts = Object.entries(await told()).map(([where, texts]) => [where, texts.length])
    expect(Object.fromEntries(counts)).toEqual({ hook: count, mail: count, inbox: count })
  }
  await house.bring('2.csv', `day,n\n${today},-2\n`, into('told', 'rows'))
  // A delivery that a busy machine cut short is tried again later.
  await vi.waitFor(() => lookFor(1), { interval: 500 })
  const fired = await told()
  for (const texts of Object.values(fired)) {
    expect(texts[0]).toContain('数据不对')
    expect(texts[0]).toContain('1 项数据校验没有通过')
  }
  // The same again is not told again.
  await look()
  expect(await told()).toEqual(fired)

  await house.bring('3.csv', `day,n\n${today},2\n`, into('told', 'days'))
  await vi.waitFor(() => lookFor(2), { interval: 500 })
  const over = await told()
  for (const texts of Object.values(over)) {
    expect(texts[1]).toMatch(/数据不对[\s\S]*恢复|恢复[\s\S]*数据不对/)
    expect(texts[1]).toContain('已不再符合条件')
  }
})
