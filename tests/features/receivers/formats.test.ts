// Messages to each kind of robot: its format and signature, within its limits, and the meaning of its answers.
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asPlain } from '#shared/message.ts'
import { formats } from '#features/receivers/server/formats/index.ts'
import type { Parcel } from '#features/receivers/server/formats/types.ts'
import { keptMessage } from '#features/receivers/server/message.ts'

const hostile = '<at id=all></at> @所有人 [点我](http://evil.example) <@all> **粗**'
const parcel = (more: Partial<Parcel> = {}, message: Partial<Parcel['message']> = {}): Parcel => ({
  id: 'delivery-1',
  message: {
    title: '流水下降',
    text: `渠道 ${asPlain(hostile)}\n见 [看板](/statement?view=1)`,
    level: 'critical',
    table: { columns: ['渠道', '流水'], rows: [[hostile, '1,234']] },
    at: '2026-10-08T03:00:00.000Z',
    ...message,
  },
  png: null,
  source: { kind: 'alarm', id: 7, title: '流水下降' },
  link: 'https://reports.example.com/alarm/list?id=7#message-1',
  publicUrl: 'https://reports.example.com',
  ...more,
})
const now = 1_791_000_000_123
const bodyOf = (kind: keyof typeof formats, given: Parcel, secret = '') =>
  formats[kind].posts(given, secret, now).map(({ body }) => JSON.parse(body))
const long = Array.from({ length: 3_000 }, (_, at) => `第 ${at} 行"很长"的内容\\`).join('\n')

describe('messages', () => {
  it('to DingTalk are signed in the query, as an action card where there is a link', () => {
    const secret = 'SECabcdef'
    const [post] = formats.dingtalk.posts(parcel(), secret, now)
    const sign = createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64')
    expect(post?.query).toEqual({ timestamp: String(now), sign })
    const [card] = bodyOf('dingtalk', parcel())
    expect(card).toMatchObject({
      msgtype: 'actionCard',
      actionCard: { title: '【严重】流水下降', singleTitle: '查看详情', singleURL: parcel().link },
      at: { isAtAll: false },
    })
    expect(card.actionCard.text).toContain('[看板](https://reports.example.com/statement?view=1)')
    const [plain] = bodyOf('dingtalk', parcel({ link: null, publicUrl: null }))
    expect(plain.msgtype).toBe('markdown')
    expect(plain.markdown.text).toContain('见 看板')
    expect(formats.dingtalk.posts(parcel(), '', now)[0]).not.toHaveProperty('query')
  })

  it('to Feishu are cards, signed in the body', () => {
    const [card] = bodyOf('feishu', parcel(), 'key')
    const timestamp = String(Math.floor(now / 1000))
    expect(card.timestamp).toBe(timestamp)
    expect(card.sign).toBe(createHmac('sha256', `${timestamp}\nkey`).digest('base64'))
    expect(card.card.header).toEqual({
      template: 'red',
      title: { tag: 'plain_text', content: '【严重】流水下降' },
    })
    expect(card.card.elements[1].actions[0].url).toBe(parcel().link)
  })

  it('to WeCom are markdown, then the picture with its hash', () => {
    const png = Buffer.from('not really a picture')
    const [text, picture] = bodyOf('wecom', parcel({ png }))
    expect(text.markdown.content).toContain(
      '[查看详情](https://reports.example.com/alarm/list?id=7#message-1)',
    )
    expect(picture).toEqual({
      msgtype: 'image',
      image: { base64: png.toString('base64'), md5: createHash('md5').update(png).digest('hex') },
    })
  })

  it('to any address are JSON, signed over time and body', () => {
    const [post] = formats.url.posts(parcel({ png: Buffer.from('p') }), 'key', now)
    const timestamp = String(Math.floor(now / 1000))
    const sign = createHmac('sha256', 'key').update(`${timestamp}.${post?.body}`).digest('hex')
    expect(post?.headers).toEqual({ 'x-timestamp': timestamp, 'x-signature': `sha256=${sign}` })
    expect(JSON.parse(post?.body ?? '')).toMatchObject({
      id: 'delivery-1',
      level: 'critical',
      text: `渠道 ${hostile}\n见 看板`,
      source: { kind: 'alarm', id: 7 },
      picture: { type: 'image/png', base64: 'cA==' },
    })
  })

  it.each(['dingtalk', 'feishu', 'wecom'] as const)(
    'to %s let no value link, mention or break out',
    (kind) => {
      const [body] = bodyOf(kind, parcel())
      const { actionCard, card, markdown } = body
      const text: string = actionCard?.text ?? card?.elements[0].content ?? markdown.content
      expect(text).not.toContain('http://evil')
      expect(text.replace(/<\/?font[^>]*>/g, '')).not.toMatch(/[<>@]/)
      expect(text.match(/\]\(/g)).toHaveLength(kind === 'wecom' ? 2 : 1)
    },
  )

  it('say their level once, and none where there is none', () => {
    const titleOf = (message: Partial<Parcel['message']>, kind = 'alarm') => {
      const [card] = bodyOf('feishu', parcel({ source: { kind, id: 7, title: '' } }, message))
      return card.card.header.title.content
    }
    expect(titleOf({ level: 'warning' })).toBe('【警告】流水下降')
    expect(titleOf({ level: 'warning', title: '[警告] 流水下降' })).toBe('[警告] 流水下降')
    expect(titleOf({ level: 'info', title: '【恢复】流水下降' })).toBe('【恢复】流水下降')
    expect(titleOf({ level: 'info', title: '经营日报' }, 'subscription')).toBe('经营日报')
  })

  it('show a short table: its total in bold, what fits a line, minus signs that can be copied', () => {
    const table = {
      columns: ['日期', '空', '流水', '变化', '新增', '活跃', '付费', '退款'],
      rows: Array.from({ length: 25 }, (_, at) => [`-${at}`, '', '1,234', '-4.7%', '1', '2', '3', '4']),
      total: ['合计', '–', '9,999', '▲ 2%', '', '', '', ''],
      note: '共 40 行，以上为前 25 行',
    }
    const [card] = bodyOf(
      'feishu',
      parcel({}, { ...keptMessage({ title: '日报', text: '一\n二', level: 'info', at: new Date(), table }) }),
    )
    const lines: string[] = card.card.elements[0].content.split('\n')
    expect(lines.slice(3, 6)).toEqual([
      '**日期 ｜ 流水 ｜ 变化 ｜ 新增 ｜ 活跃 ｜ 付费**',
      '**合计 ｜ 9,999 ｜ ▲ 2%**',
      '-0 ｜ 1,234 ｜ -4.7% ｜ 1 ｜ 2 ｜ 3',
    ])
    expect(lines.slice(-3)).toEqual(['……还有 5 行', '……还有 1 列', '共 40 行，以上为前 25 行'])
  })

  it('keep within the limits of each, and say where they were cut', () => {
    for (const text of [long, '长'.repeat(20_000), '"'.repeat(20_000)]) {
      const given = parcel({}, { text, title: '题'.repeat(200) })
      const size = (kind: keyof typeof formats) =>
        Buffer.byteLength(formats[kind].posts(given, 'k', now)[0]?.body ?? '')
      expect(size('dingtalk')).toBeLessThanOrEqual(20_000)
      expect(size('feishu')).toBeLessThanOrEqual(20 * 1024)
      const [{ markdown }] = bodyOf('wecom', given) as [{ markdown: { content: string } }]
      expect(Buffer.byteLength(markdown.content)).toBeLessThanOrEqual(4096)
      expect(Buffer.byteLength(markdown.content)).toBeGreaterThan(3_500)
      expect(markdown.content).toContain('内容过长')
      expect(markdown.content).toContain('[查看详情](')
      expect(markdown.content).not.toContain('\ufffd')
    }
  })
})

it('a 200 with a code of failure is one, and says what to do', () => {
  const told = (kind: keyof typeof formats, text: string, status = 200) =>
    formats[kind].refusal({ status, text })
  expect(told('dingtalk', '{"errcode":0,"errmsg":"ok"}')).toBeNull()
  expect(told('feishu', '{"code":0,"msg":"success"}')).toBeNull()
  expect(told('feishu', '{"StatusCode":0,"StatusMessage":"success"}')).toBeNull()
  expect(told('wecom', '{"errcode":0,"errmsg":"ok"}')).toBeNull()
  expect(told('url', 'anything', 204)).toBeNull()
  expect(told('dingtalk', '{"errcode":310000,"errmsg":"sign not match"}')).toMatchObject({ again: false })
  expect(told('dingtalk', '{"errcode":130101,"errmsg":"send too fast"}')).toMatchObject({ again: true })
  expect(told('feishu', '{"code":19021,"msg":"sign match fail"}', 400)?.problem).toContain('签名')
  expect(told('feishu', '{"code":11232,"msg":"frequency limited"}')).toMatchObject({ again: true })
  expect(told('wecom', '{"errcode":93000,"errmsg":"invalid webhook url"}')?.problem).toContain('重新复制')
  expect(told('wecom', '{"errcode":45009,"errmsg":"freq out of limit"}')).toMatchObject({ again: true })
  for (const kind of ['dingtalk', 'feishu', 'wecom'] as const) {
    expect(told(kind, '<html>welcome</html>')?.problem).toContain('无法识别')
    expect(told(kind, '[]')?.problem).toContain('无法识别')
    expect(told(kind, '', 502)).toMatchObject({ again: true })
  }
  const words = `{"errcode":1,"errmsg":"see https://oapi.dingtalk.com/robot/send?access_token=KEY\\n${'x'.repeat(999)}"}`
  expect(told('dingtalk', words)?.problem).not.toContain('KEY')
  expect(told('dingtalk', words)?.problem.length).toBeLessThan(200)
})
