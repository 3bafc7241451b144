// What leaves the product tells names: messages to inboxes, mails and robots with their tables, pictures and files,
// previews, exported files. Every code here has a name, and none can be taken for a word.
import { readFile } from 'node:fs/promises'
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { endDrawing } from '#server/picture/index.ts'
import { readSettings } from '#server/settings.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import type { Person } from '#tests/factories/house.ts'
import { decodePng } from '#tests/factories/picture/png.ts'
import { readPicture } from '#tests/factories/picture/read.ts'
import { exampleRule } from '#features/alarm/contract/rule.ts'
import * as alarms from '#features/alarm/contract.ts'
import { Checker } from '#features/alarm/server/checking/pass.ts'
import { type SavedQuery, saveQuery } from '#features/code/contract.ts'
import { forgetModel } from '#features/config/server/index.ts'
import { type CustomReport, exportCustomReport, saveCustomReport } from '#features/custom/contract.ts'
import { type Receiver, receiverKinds, saveReceiver } from '#features/receivers/contract.ts'
import { exporeExcel } from '#features/statement/contract.ts'
import * as subscriptions from '#features/subscription/contract.ts'
import { makeReceivers, type Receivers } from '../receivers/receiversHouse.ts'
import { makeOffice, type Office } from '../statement/office.ts'

const channels = { qxweb7: '官网', qxstore7: '应用商店' }
const games = { qxgamea7: '云海仙途', qxgameb7: '烽火三国' }
/** Named by a column of their table, not by a dictionary. */
const kinds = { qxkindo7: '自有渠道', qxkindx7: '联运渠道' }
const codes = [channels, games, kinds].flatMap(Object.keys)

const today = businessDay(readSettings({}))
const day = (ago: number) => `DATE '${shiftDay(today, -ago)}'`
const places = [
  ['qxgamea7', 'qxweb7', 'qxkindo7'],
  ['qxgamea7', 'qxstore7', 'qxkindx7'],
  ['qxgameb7', 'qxweb7', 'qxkindo7'],
] as const
const visits = Array.from({ length: 10 }, (_, ago) =>
  places.map(
    ([cgi, channel], at) => `(${day(ago + 1)}, '${cgi}', '${channel}', ${at}, ${10 * (at + 1) + ago})`,
  ),
).flat()

let office: Office
let receivers: Receivers
let writer: Person
let query: SavedQuery
let robots: Receiver[]
/** What left, with where it went. */
const left: [where: string, text: string][] = []
const told = (where: string, given: unknown) =>
  void left.push([where, typeof given === 'string' ? given : JSON.stringify(given)])
/** Where a code stands, and in what. */
const found = () =>
  left.flatMap(([where, text]) => {
    const own = codes.filter((code) => text.includes(code))
    return own.length > 0 ? [`${where}: ${own.join('、')} in ${around(text, own[0] ?? '')}`] : []
  })
const around = (text: string, code: string) => {
  const at = text.indexOf(code)
  return text.slice(Math.max(0, at - 60), at + 60)
}

const textOf = (bytes: Buffer, name: string): string => {
  const book = name.endsWith('.csv')
    ? XLSX.read(bytes.toString('utf8'), { type: 'string' })
    : XLSX.read(bytes, { type: 'buffer' })
  const sheets = Object.values(book.Sheets).map((sheet) => XLSX.utils.sheet_to_csv(sheet))
  return [name, ...book.SheetNames, ...sheets].join('\n')
}

beforeAll(async () => {
  receivers = await makeReceivers()
  office = await makeOffice({
    settings: {
      installation: readInstallation({
        webhookHosts: [receivers.origin],
        webhookNets: ['127.0.0.1'],
        publicUrl: 'https://reports.example.com',
      }),
    },
    extraSql: [
      'DELETE FROM visit; DELETE FROM orders; DELETE FROM channels',
      `INSERT INTO visit VALUES ${visits.join()}`,
      'ALTER TABLE channels ADD COLUMN name VARCHAR',
      `INSERT INTO channels VALUES ('qxweb7', 'qxkindo7', '自有渠道'), ('qxstore7', 'qxkindx7', '联运渠道')`,
    ],
  })
  const { metadata } = office.deps
  const { db } = metadata
  const named = async (dictId: number, names: object) => {
    await db.deleteFrom('dictionary_data').where('dict_id', '=', dictId).execute()
    const rows = Object.entries(names).map((row, position) => ({
      dict_id: dictId,
      data: JSON.stringify(row),
      code: row[0],
      position,
    }))
    await db.insertInto('dictionary_data').values(rows).execute()
  }
  await named(office.dictionary, channels)
  const now = '2026-10-04T00:00:00.000Z'
  const dictionary = { name: '游戏', form_name: 'cgi', attributes: '["代码","名称"]', update_time: now }
  const ofGames = await db
    .insertInto('dictionary')
    .values(dictionary)
    .returning('id')
    .executeTakeFirstOrThrow()
  await named(ofGames.id, games)
  await db
    .insertInto('game')
    .values(Object.entries(games).map(([cgi, name]) => ({ cgi, name })))
    .execute()
  const says = (dim: number, info: object) =>
    db
      .updateTable('dimension')
      .set({ info: JSON.stringify(info) })
      .where('id', '=', dim)
      .execute()
  await says(office.dims.game, { dictId: ofGames.id })
  await says(office.dims.kind, { expression: 'kind', labelColumn: 'name' })
  forgetModel(metadata)
  writer = await office.person({
    keys: ['search_sqlQuery', 'search_customReport', 'alert_config_edit', 'search_config'],
  })
  robots = []
  for (const kind of receiverKinds.filter((one) => one !== 'mail')) {
    const body = { id: -1, name: kind, kind, games: '*', address: `${receivers.origin}/${kind}` }
    robots.push((await writer.call<Receiver>(saveReceiver, { body })).data)
  }
  const chosen = (name: string, label: string, dictId: number, given: string) => ({
    name,
    type: 'dictionary' as const,
    label,
    default: given,
    dictId,
  })
  const sql =
    'select cgi, channel, sum(minutes) as minutes from visit where channel = :channel and cgi in (:games) group by all order by 3'
  const params = [
    chosen('channel', '渠道', office.dictionary, 'qxweb7'),
    { ...chosen('games', '游戏', ofGames.id, ''), default: Object.keys(games) },
  ]
  const saved = await writer.call<SavedQuery>(saveQuery, { body: { name: '渠道时长', sql, params } })
  query = saved.data
})
afterAll(async () => {
  await office?.dispose()
  receivers?.stop()
  endDrawing()
})

const work = async () => {
  const { jobs } = office.app
  for (let round = 0; round < 8; round += 1) {
    await jobs.tick()
    await jobs.settled()
  }
}

const report = () => ({
  dims: [office.dims.game, office.dims.kind, office.dims.channel],
  points: [office.points.minutes, office.points.players],
  dateRange: { from: shiftDay(today, -7), to: shiftDay(today, -1) },
  compare: 'previous' as const,
  filters: [
    { dim: office.dims.channel, op: 'in' as const, values: Object.keys(channels) },
    { dim: office.dims.kind, op: 'in' as const, values: Object.keys(kinds) },
  ],
  subtotals: true,
  calculations: [
    { number: 1, of: office.points.minutes, kind: 'difference' as const, base: { value: 'qxweb7' } },
  ],
})
const content = { picture: true, table: true, file: true }

const seen = { notes: 0, messages: '', posts: 0 }

/** What was sent since the last time: to inboxes, by post, by mail with its files. */
async function gather(kind: string) {
  const { db } = office.deps.metadata
  const notes = await db
    .selectFrom('inbox_note')
    .selectAll()
    .where('id', '>', seen.notes)
    .orderBy('id')
    .execute()
  for (const { title, text } of notes) told(`inbox of ${kind}`, `${title}\n${text}`)
  const all = await db.selectFrom('message').selectAll().execute()
  const mails = all.filter(({ id }) => !seen.messages.includes(id))
  for (const mail of mails) {
    const { attachments = [], link: _, ...message } = JSON.parse(mail.body)
    told(`message of ${kind}`, [mail.source_title, message])
    if (mail.picture) told(`picture of ${kind}`, firstColumns(Buffer.from(mail.picture, 'base64')))
    for (const { name, path } of attachments) told(`file of ${kind}`, textOf(await readFile(path), name))
  }
  for (const { of, text } of receivers.all.slice(seen.posts)) told(`${of} of ${kind}`, text)
  Object.assign(seen, {
    notes: notes.at(-1)?.id ?? seen.notes,
    messages: all.map(({ id }) => id).join(),
    posts: receivers.all.length,
  })
}

/** The last rows of a picture's table, its first columns. */
function firstColumns(png: Buffer): string {
  const { height } = decodePng(png)
  const alphabet = [...Object.values(channels), ...Object.values(games), ...codes].join('')
  return readPicture(png, alphabet, { right: 200, top: height - 150, bottom: height - 70 })
    .flat()
    .join('\n')
}

it('a report that is sent: to inboxes, mails and robots, with its table, picture and file, as its previews say', async () => {
  const info = JSON.stringify(report())
  const of = {
    viewId: office.view,
    reportId: office.report,
    info,
    link: `/statement/detail?id=${office.view}`,
    name: '日报',
    content,
  }
  for (const as of ['inbox', ...receiverKinds]) {
    const body = { ...of, note: '{{视图}} {{日期}} {{游戏}}', as }
    const { data } = await writer.call<subscriptions.Preview>(subscriptions.previewSubscription, { body })
    told(`preview for ${as}`, { ...data, picture: null })
  }
  const timing = { kind: 'daily' as const, time: '09:00' }
  const to = { toInbox: true, toMail: true, people: [], receivers: robots.map(({ id }) => id) }
  const { data } = await writer.call<subscriptions.Subscription>(subscriptions.saveSubscription, {
    body: { ...of, timing, ...to },
  })
  await writer.call(subscriptions.sendSubscription, { params: { id: data.id }, body: {} })
  await work()
  await gather('report')
  expect(left.find(([where]) => where.startsWith('picture'))?.[1]).toContain('烽火三国')
  expect(receivers.all.map(({ of: to }) => to)).toEqual(
    expect.arrayContaining(robots.map(({ name }) => name)),
  )
  expect(left.find(([where]) => where.startsWith('file'))?.[1]).toContain('应用商店')
  expect(found()).toEqual([])
})

it('a saved query that is sent: its words, table, picture and file, .xlsx and .csv', async () => {
  const of = {
    viewId: null,
    queryId: query.id,
    link: `/code?query=${query.id}`,
    content,
    note: '{{视图}} {{日期}} {{游戏}}',
  }
  for (const as of ['inbox', ...receiverKinds]) {
    const body = { ...of, name: '定时', as }
    const { data } = await writer.call<subscriptions.Preview>(subscriptions.previewSubscription, { body })
    told(`query preview for ${as}`, { ...data, picture: null })
  }
  const timing = { kind: 'daily' as const, time: '09:00' }
  const to = { toInbox: true, toMail: true, people: [], receivers: robots.map(({ id }) => id) }
  for (const csv of [false, true]) {
    const body = { ...of, name: `定时 ${csv}`, content: { ...content, csv }, timing, ...to }
    const { data } = await writer.call<subscriptions.Subscription>(subscriptions.saveSubscription, { body })
    await writer.call(subscriptions.sendSubscription, { params: { id: data.id }, body: {} })
  }
  await work()
  await gather('query')
  expect(left.find(([where]) => where === 'picture of query')?.[1]).toContain('烽火三国')
  const files = left.filter(([where]) => where === 'file of query').map(([, text]) => text)
  expect(files.filter((text) => text.includes('云海仙途'))).toHaveLength(2)
  expect(found()).toEqual([])
})

const watchOf = {
  points: () => ({
    watch: {
      points: [office.points.minutes],
      dims: [office.dims.channel, office.dims.game, office.dims.kind],
      grain: 'day' as const,
      filters: report().filters,
    },
    conditions: [
      { kind: 'threshold' as const, point: office.points.minutes, op: 'gt' as const, value: 1 },
      {
        kind: 'change' as const,
        point: office.points.minutes,
        against: 'yesterday',
        direction: 'either',
        unit: 'percent',
        value: 1,
      },
    ],
  }),
  query: () => ({
    watch: {
      points: [],
      dims: [],
      grain: 'day' as const,
      query: {
        id: query.id,
        columns: ['minutes'],
        keys: ['cgi', 'channel'],
        params: {},
        timing: { kind: 'daily' as const, time: '00:00' },
      },
    },
    conditions: [{ kind: 'threshold' as const, point: 1, op: 'gt' as const, value: 1 }],
  }),
}

it.each(['points', 'query'] as const)('an alarm on %s: its try, its messages and its list', async (on) => {
  const body = {
    ...exampleRule,
    ...watchOf[on](),
    name: `告警 ${on}`,
    recovery: true,
    text: '{{触发明细}}\n{{条件}}\n{{变化来源}}\n{{监控内容}}\n{{维度值}}\n{{游戏}}\n{{原因}}',
    title: '{{告警名称}} {{维度值}} {{游戏}}',
    userIds: [writer.id],
    receiverIds: robots.map(({ id }) => id),
  }
  const run = await writer.call<alarms.AlarmRun>(alarms.runAlarmRule, { body: { rule: body } })
  expect(run.data.fires).toBeGreaterThan(0)
  const { values, ...shown } = run.data
  told(`run of ${on}`, shown)
  told(
    `run of ${on}`,
    values.map(({ label, findings }) => [label, findings]),
  )
  const rehearsal = await writer.call<alarms.AlarmRehearsal>(alarms.rehearseAlarm, { body: { rule: body } })
  told(
    `rehearsal of ${on}`,
    rehearsal.data.values.map(({ label, reasons }) => [label, reasons]),
  )
  if (on === 'query') {
    const result = await writer.call(alarms.readAlarmQuery, { body: { id: query.id, params: {} } })
    told('result of query', (result.data as alarms.AlarmQueryResult).columns)
  }
  const { envelope, data: saved } = await writer.call<alarms.Alarm>(alarms.addOrUpdateAlarm, { body })
  expect(envelope?.msg).toBe('')
  told(`alarm on ${on}`, [saved.watchText, saved.conditionText])
  const checker = new Checker({ ...office.deps, jobs: office.app.jobs })
  await checker.pass({ settleMs: 0, now: new Date(Date.now() + 86_400_000) })
  await work()
  const fires = await writer.call<alarms.AlarmFireList>(alarms.listAlarmFires, { query: { alarm: saved.id } })
  expect(fires.data.rows.length).toBeGreaterThan(0)
  for (const { id } of fires.data.rows.slice(0, 1)) {
    const fire = await writer.call<alarms.AlarmFireDetail>(alarms.getAlarmFire, { params: { id } })
    told(`fire of ${on}`, [fire.data.label, fire.data.reason, fire.data.watchText])
  }
  await gather(`alarm on ${on}`)
  const where = left.map(([one]) => one)
  expect(where).toEqual(
    expect.arrayContaining(['inbox', 'dingtalk', 'url'].map((to) => `${to} of alarm on ${on}`)),
  )
  expect(found()).toEqual([])
})

it('exported files: of reports, pivots and custom reports', async () => {
  const info = office.info(report())
  for (const more of [{}, { pivot: [office.dims.channel] }]) {
    const body = { info: { ...info, ...more }, reportName: '渠道', ...('pivot' in more && { pivot: {} }) }
    const { bytes } = await writer.call(exporeExcel, { query: { showBottom: '1' }, body })
    told('export of a report', textOf(bytes, 'report.xls'))
  }
  const { sql, params } = query
  const custom = { name: '渠道时长', sql, params, chart: null, published: true }
  const { id } = (await writer.call<CustomReport>(saveCustomReport, { body: custom })).data
  for (const format of ['csv', 'xlsx'] as const) {
    const answer = await writer.call(exportCustomReport, { params: { id }, body: { format } })
    told(`custom report`, textOf(answer.bytes, `${nameOf(answer)}.${format}`))
  }
  expect(found()).toEqual([])
})

const nameOf = ({ headers }: { headers: object }) =>
  decodeURIComponent(String((headers as Record<string, unknown>)['content-disposition']))
