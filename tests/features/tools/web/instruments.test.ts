// Values that the instruments parse (times, cron expressions, codes, numbers, hashes), and how the palette recognizes
// them.
import { describe, expect, it } from 'vitest'
import { type PastedShape, shapeOf } from '#web/shell/palette/pastedTexts.ts'
import { readAddress } from '#features/tools/web/instruments/address/readAddress.ts'
import { readAgent } from '#features/tools/web/instruments/agent/readAgent.ts'
import { readCron } from '#features/tools/web/instruments/cron/cronText.ts'
import { codecs, guessCodec } from '#features/tools/web/instruments/encode/codecs.ts'
import { hashes } from '#features/tools/web/instruments/hash/hashing.ts'
import { makeUuid, readUuid } from '#features/tools/web/instruments/identity/identities.ts'
import { moneyWords, readNumber, thousands } from '#features/tools/web/instruments/number/numbers.ts'
import { dayFacts } from '#features/tools/web/instruments/time/describeTime.ts'
import { readTime } from '#features/tools/web/instruments/time/readTime.ts'
import { clockText, daysOf, isoText } from '#features/tools/web/instruments/time/zones.ts'

const zone = 'Asia/Shanghai'
const now = BigInt(Date.parse('2026-11-23T02:13:20Z')) * 1_000_000n

function clock(text: string, where = zone): string {
  const read = readTime(text, { zone: where, now })
  return typeof read === 'string' ? read : clockText(read.nanos, where)
}

describe('times', () => {
  it.each([
    ['1732350000', '2024-11-23 16:20:00'],
    ['1732350000000', '2024-11-23 16:20:00'],
    ['1732350000000123', '2024-11-23 16:20:00.000123'],
    ['1732350000000000001', '2024-11-23 16:20:00.000000001'],
    ['-1', '1970-01-01 07:59:59'],
    ['20261123', '2026-11-23 00:00:00'],
    ['2026年11月23日 下午3点20分', '2026-11-23 15:20:00'],
    ['Mon, 23 Nov 2026 10:00:00 +0000', '2026-11-23 18:00:00'],
    ['3 天前', '2026-11-20 10:13:20'],
    ['昨天 10:00', '2026-11-22 10:00:00'],
    ['2026-11-23T10:00:00.123456789Z', '2026-11-23 18:00:00.123456789'],
    ['2016-12-31T23:59:60Z', '2017-01-01 08:00:00'],
    ['2026-02-30', '2026 年 2 月没有 30 日'],
    ['2026-13-01', '没有 13 月'],
  ])('%s is %s', (text, wanted) => {
    expect(clock(text)).toBe(wanted)
  })

  it('skipped and repeated hours are told', () => {
    const read = (text: string) => readTime(text, { zone: 'Europe/Berlin', now })
    expect(read('2026-03-29 02:30')).toMatchObject({ note: expect.stringContaining('跳过') })
    expect(read('2026-10-25 02:30')).toMatchObject({ note: expect.stringContaining('两次') })
  })

  it('agree with the calendar over the centuries, beyond it too', () => {
    for (let day = -800_000; day < 800_000; day += 997) {
      const date = new Date(day * 86_400_000)
      expect(daysOf(BigInt(date.getUTCFullYear()), date.getUTCMonth() + 1, date.getUTCDate())).toBe(
        BigInt(day),
      )
      const nanos = BigInt(day) * 86_400_000_000_000n
      if (date.getUTCFullYear() >= 0 && date.getUTCFullYear() < 10_000)
        expect(isoText(nanos, 'UTC')).toBe(date.toISOString().replace('.000', ''))
    }
    expect(clock('99999999999999s', 'UTC')).toBe('3170843-11-07 09:46:39')
    expect(dayFacts(BigInt(Date.parse('2027-01-01T00:00:00Z')) * 1_000_000n, 'UTC')).toMatchObject({
      weekday: '周五',
      week: 53,
      weekYear: 2026n,
    })
  })
})

describe('cron', () => {
  it.each([
    ['*/5 9-18 * * 1-5', '每周一到周五，9点到18点，每 5 分钟', ''],
    ['0 9 L * *', '每月 最后一天，09:00', ''],
    ['0 0 30 2 *', '每年 2月，30日，00:00', '永远不会触发'],
    ['5/15 * * * *', '', '分：请写作 5-59/15'],
    ['5-59/15 * * * *', '每天，5分到59分每 15 分钟', ''],
    ['61 * * * *', '', '分：「61」应在 0 到 59 之间'],
    ['0 9 * *', '', '现在有 4 段'],
    ['0 0 9 * * *', '', '带秒的写法请去掉第一段'],
  ])('%s', (text, sentence, problem) => {
    const read = readCron(text, zone, new Date(Number(now / 1_000_000n)))
    expect(read.sentence).toBe(sentence)
    expect(read.problem).toContain(problem)
    expect(read.next).toHaveLength(problem === '' ? 10 : 0)
  })
})

describe('codes', () => {
  const plain = codecs.filter(({ id, encode, decode }) => encode && decode && id !== 'html')
  it.each(plain.map((codec) => [codec.title, codec] as const))(
    '%s gives back what it took',
    async (_, { encode, decode }) => {
      for (const text of ['a b+c/d?=&中文😀"\\\n', 'x'])
        expect(await decode?.((await encode?.(text)) ?? '')).toBe(text)
    },
  )

  it('say where they are wrong', async () => {
    const decode = async (id: string, text: string) => codecs.find((codec) => codec.id === id)?.decode?.(text)
    await expect(decode('base64', 'YW*j')).rejects.toThrow('第 3 个字符「*」')
    await expect(decode('hex', 'abc')).rejects.toThrow('3 位')
    await expect(decode('url', 'a%2')).rejects.toThrow('第 2 个字符')
    await expect(decode('gzip', 'YWJj')).rejects.toThrow('不是 gzip')
    await expect(decode('jwt', 'eyJh')).rejects.toThrow('三段')
    expect(await decode('jwt', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.x')).toContain('签名未验证')
    expect(['eyJh.eyJi.c', 'H4sIAAAA', '%E4%B8%AD', '\\u4e2d', '&lt;'].map(guessCodec)).toEqual([
      'jwt',
      'gzip',
      'url',
      'unicode',
      'html',
    ])
  })

  it('hashes and signatures are those of the standards', async () => {
    const found = async (text: string | Blob, key: string | null) =>
      Object.fromEntries(
        (await hashes(text, key === null ? null : new TextEncoder().encode(key))).map(({ name, bytes }) => [
          name,
          Buffer.from(bytes).toString('hex'),
        ]),
      )
    const plain = await found('123456789', null)
    expect([plain.md5, plain.sha1, plain.crc32]).toEqual([
      '25f9e794323b453885f5181f1b624d0b',
      'f7c3bc1d808e04732adf679965ccc34ca7ae3441',
      'cbf43926',
    ])
    expect(await found(new Blob(['1234', '56789']), null)).toEqual(plain)
    expect((await found('what do ya want for nothing?', 'Jefe')).sha256).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })
})

describe('numbers and names', () => {
  it.each([
    ['10300.5', '壹万零叁佰元伍角整'],
    ['1.2亿', '壹亿贰仟万元整'],
    ['0.05', '伍分'],
    ['100.05', '壹佰元零伍分'],
    ['-1001000', '负壹佰万壹仟元整'],
    ['0', '零元整'],
  ])('%s is %s', (text, words) => {
    const read = readNumber(text)
    expect(typeof read === 'string' ? read : moneyWords(read)).toBe(words)
  })

  it('stay exact', () => {
    const read = readNumber('0xFFFFFFFFFFFFFFFFFF')
    expect(typeof read === 'string' ? read : thousands(read)).toBe('4,722,366,482,869,645,213,695')
    expect(readNumber('1a')).toContain('不是数字')
  })

  it('UUIDs of both kinds, agents and addresses are read', () => {
    const made = readUuid(makeUuid(7, 1_732_350_000_000))
    expect(made).toMatchObject({ version: 7, nanos: 1_732_350_000_000_000_000n, variant: 'RFC 9562' })
    expect(readUuid(makeUuid(4))).toMatchObject({ version: 4, nanos: null })
    const wechat =
      'Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.47 NetType/WIFI Language/zh_CN'
    expect(Object.fromEntries(readAgent(wechat).map(({ label, value }) => [label, value]))).toMatchObject({
      所在应用: '微信 8.0.47',
      设备: '手机',
      型号: '23127PN0CC',
      网络: 'Wi-Fi',
    })
    expect(readAddress('a=1&a=%E4%B8%AD')).toMatchObject({
      parameters: [{ value: '1' }, { value: '中', isRepeated: true }],
    })
  })
})

describe('what the palette takes a text for', () => {
  it.each<[string, PastedShape | null]>([
    ['1732350000', 'number'],
    ['2026-11-23 10:00', 'date'],
    ['{"a":1}', 'json'],
    ['[\n  1, 2]', 'json'],
    ['*/5 9-18 * * 1-5', 'cron'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.x', 'token'],
    ['%E4%B8%AD', 'encoded'],
    ['sjbb', null],
    ['lc ios 7d', null],
    ['充值 按渠道 上周', null],
    ['a b c d e', null],
    ['12345', null],
    ['retention report', null],
    ['RetentionReport', null],
  ])('%j: %s', (text, shape) => {
    expect(shapeOf(text)).toBe(shape)
  })
})
