// Definitions in git: the command against a running server, by a token, in processes of their own.
import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { addOrUpdateReportMeta } from '#features/statement/contract.ts'
import { type MadeToken, saveToken } from '#features/tokens/contract.ts'
import { makeOffice, type Office, officeSql } from '../statement/office.ts'

const main = fileURLToPath(new URL('../../../src/main-command.ts', import.meta.url))

let office: Office
let other: House
let addresses: { office: string; other: string }
let tokens: { office: string; other: string; reading: string; stranger: string }
const folders: string[] = []
let folder: string

const addressOf = async ({ app }: House) => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
const tokenOf = async (person: Person, scope: 'read' | 'write' = 'write') => {
  const body = { name: `git ${scope}`, scope, games: '*' }
  return String((await person.call<MadeToken>(saveToken, { body })).data.secret)
}

beforeAll(async () => {
  office = await makeOffice()
  other = await makeHouse({ warehouseSql: officeSql })
  addresses = { office: await addressOf(office), other: await addressOf(other) }
  const configurer = await other.person({ keys: ['search_config', 'manage_dictionary'] })
  tokens = {
    office: await tokenOf(office.admin),
    other: await tokenOf(configurer),
    reading: await tokenOf(configurer, 'read'),
    stranger: await tokenOf(await other.person({ keys: [] })),
  }
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'git-'))
  folders.push(folder)
})
afterAll(async () => {
  for (const one of folders) rmSync(one, { recursive: true })
  await office.dispose()
  await other.dispose()
})

type At = keyof typeof addresses

function run(work: string, at: At, token: string = tokens[at], place = folder) {
  const env = { ...process.env, ANALYTICS_TOKEN: token, ANALYTICS_URL: addresses[at] }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [main, 'definitions', work, place], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
const filesIn = (place = folder) =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .sort()
/** As they are stored now. */
const pointsOf = ({ deps }: House) =>
  deps.metadata.db.selectFrom('point').select(['id', 'name', 'describe', 'name_sql']).orderBy('id').execute()
const textOf = (path: string) => readFileSync(join(folder, path), 'utf8')
const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(join(folder, path), change(textOf(path)))

describe('a pull', () => {
  it('writes a file an object, sorted and commented, the same ones each time, and leaves other files alone', async () => {
    writeFileSync(join(folder, 'README.md'), 'ours')
    mkdirSync(join(folder, '.git'))
    expect(await run('pull', 'office')).toMatchObject({ code: 0, err: '' })
    expect(filesIn()).toEqual(
      expect.arrayContaining(['definitions.json', 'points/ARPU.json', 'views/经营/日报.json']),
    )
    const [comment, ...lines] = textOf('points/ARPU.json').split('\n')
    expect(comment).toBe('// 指标：ARPU')
    const point = JSON.parse(lines.join('\n')) as object
    expect(Object.keys(point)).toEqual(Object.keys(point).sort())
    const before = filesIn().map(textOf)
    expect((await run('pull', 'office')).out).toContain('写了 0 个文件，删了 0 个')
    expect(filesIn().map(textOf)).toEqual(before)
    expect(textOf('README.md')).toBe('ours')
  })

  it('takes away the files of what is gone, and ends whole after one that stopped half-way', async () => {
    await run('pull', 'office')
    const before = filesIn().map(textOf)
    writeFileSync(join(folder, 'points/没有了.json'), '{}')
    rmSync(join(folder, 'definitions.json'))
    writeFileSync(join(folder, '.definitions-pull'), '')
    const half = await run('diff', 'office')
    expect([half.code, half.err]).toEqual([3, expect.stringContaining('上次 pull 中断')])
    expect((await run('pull', 'office')).code).toBe(0)
    expect(filesIn().map(textOf)).toEqual(before)
  })
})

describe('a push', () => {
  it('tells what it would change, writes it whole, and changes nothing a second time', async () => {
    await run('pull', 'office')
    expect(await run('diff', 'office')).toMatchObject({ code: 0, out: '没有差别\n' })
    const before = await run('diff', 'other', tokens.reading)
    expect([before.code, before.out]).toEqual([1, expect.stringContaining('+ 指标 ARPU')])
    const done = await run('push', 'other')
    expect([done.code, done.err]).toEqual([0, ''])
    expect((await run('diff', 'other')).out).toBe('没有差别\n')
    expect((await run('push', 'other')).out).toContain('什么都没有写')
    const names = async (house: House) => (await pointsOf(house)).map(({ name }) => name).sort()
    expect(await names(other)).toEqual(await names(office))
    edit('points/ARPU.json', (text) => text.replace(/"describe": ".*"/, '"describe": "每人"'))
    const changed = await run('diff', 'other')
    expect([changed.code, changed.out]).toEqual([1, expect.stringMatching(/~ 指标 ARPU[\s\S]*→ 每人/)])
    expect((await run('push', 'other')).out).toContain('修改 1 个')
  })

  it('writes nothing where one object is wrong, or the token may not', async () => {
    await run('pull', 'office')
    edit('points/充值金额.json', (text) => text.replace(/"describe": ".*"/, '"describe": "收入"'))
    edit('points/ARPU.json', (text) => text.replace(/"name_sql": ".*"/, '"name_sql": "nothing("'))
    const before = await pointsOf(other)
    const wrong = await run('push', 'other')
    expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining('什么都没有写')])
    edit('points/ARPU.json', (text) => text.replace('nothing(', ''))
    const stranger = await run('push', 'other', tokens.stranger)
    expect([stranger.code, stranger.err]).toEqual([3, expect.stringContaining('permission_missing')])
    const over = await run('push', 'other', `${tokens.other}x`)
    expect([over.code, over.err]).toEqual([3, expect.stringContaining('token_invalid')])
    expect(await pointsOf(other)).toEqual(before)
  })

  it('of two at once writes each whole or not at all', async () => {
    await run('pull', 'other')
    const second = mkdtempSync(join(tmpdir(), 'git-'))
    folders.push(second)
    await run('pull', 'other', tokens.other, second)
    for (const [place, words] of [
      [folder, '甲'],
      [second, '乙'],
    ] as const)
      for (const path of ['points/ARPU.json', 'points/充值金额.json']) {
        const text = readFileSync(join(place, path), 'utf8')
        writeFileSync(join(place, path), text.replace(/"describe": ".*"/, `"describe": "${words}"`))
      }
    const ends = await Promise.all([run('push', 'other'), run('push', 'other', tokens.other, second)])
    expect(ends.some(({ code }) => code === 0)).toBe(true)
    for (const { code, err } of ends) if (code !== 0) expect(err).toMatch(/重新|变化|改/)
    const points = await pointsOf(other)
    const told = ['ARPU', '充值金额'].map((name) => points.find((one) => one.name === name)?.describe)
    expect(['甲', '乙']).toContain(told[0])
    expect(told[1]).toBe(told[0])
  })
})

describe('a folder', () => {
  it.each([
    ['a link out of it', () => symlinkSync('/etc', join(folder, 'points/away')), '是链接或特殊文件'],
    [
      'no JSON',
      () => writeFileSync(join(folder, 'points/x.json'), '// 指标\n{"a": 1,}'),
      'points/x.json 不是 JSON：第 2 行',
    ],
    ['a list', () => writeFileSync(join(folder, 'points/x.json'), '[]'), 'points/x.json 应是一个 JSON 对象'],
    ['bytes', () => writeFileSync(join(folder, 'points/x.json'), Buffer.of(255, 254, 0)), '不是 UTF-8'],
    ['an unknown part', () => writeFileSync(join(folder, 'points/x.json'), '{"id": 1}'), '文件内容有误'],
    ['too much', () => writeFileSync(join(folder, 'points/x.json'), ' '.repeat(16 << 20)), '超过 15 MB'],
    [
      'another version',
      () => writeFileSync(join(folder, 'definitions.json'), '{"format": "x"}'),
      'format 应为',
    ],
  ])('with %s is refused with its place, and nothing is written', async (_, plant, message) => {
    await run('pull', 'office')
    plant()
    const { code, err } = await run('push', 'other')
    expect([code, err]).toEqual([3, expect.stringContaining(message)])
  })

  it('of somebody else is not pulled into', async () => {
    mkdirSync(join(folder, 'points'))
    writeFileSync(join(folder, 'points/mine.json'), '{}')
    const { code, err } = await run('pull', 'office')
    expect([code, err]).toEqual([3, expect.stringContaining('请换一个文件夹')])
    expect(filesIn()).toEqual(['points/mine.json'])
  })

  it('holds names that are no names of files', async () => {
    const info = office.info({ dims: [office.dims.date], points: [office.points.arpu] })
    for (const reportName of ['../../x', 'a/b'])
      await office.admin.call(addOrUpdateReportMeta, { body: { viewMetaId: office.view, reportName, info } })
    await run('pull', 'office')
    expect(filesIn().filter((path) => path.includes('..'))).toEqual([])
    expect((await run('diff', 'office')).out).toBe('没有差别\n')
  })
})

it('says what is missing or does not answer', async () => {
  expect(await run('pull', 'office', '')).toMatchObject({
    code: 2,
    err: expect.stringContaining('ANALYTICS_TOKEN'),
  })
  expect(await run('merge', 'office')).toMatchObject({
    code: 2,
    err: expect.stringContaining('没有「merge」'),
  })
  addresses.office = 'http://127.0.0.1:1'
  expect(await run('pull', 'office')).toMatchObject({ code: 3, err: expect.stringContaining('没有响应') })
})
