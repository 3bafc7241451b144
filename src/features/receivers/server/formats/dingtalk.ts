// DingTalk group robots: markdown, or an action card when there is a link; the signature is in the query.
import { createHmac } from 'node:crypto'
import { answeredCode, plainRefusal } from './answers.ts'
import { tail } from './masking.ts'
import { fitBody, markdownLines, markdownTitle, plainTitle } from './text.ts'
import type { Format, Parcel, Refusal } from './types.ts'

/** Limit of the whole body. */
const mostBytes = 20_000

export const dingtalk: Format = {
  origins: ['https://oapi.dingtalk.com'],
  example: 'https://oapi.dingtalk.com/robot/send?access_token=…',
  looksLike: ({ pathname, searchParams }) =>
    pathname.startsWith('/robot/') && (searchParams.get('access_token') ?? '') !== '',
  masked: (url) => `${url.origin}${url.pathname}?access_token=${tail(url.searchParams.get('access_token'))}`,
  postsAMinute: 20,
  posts(parcel, secret, now) {
    const signed = secret === '' ? {} : { query: signature(secret, now) }
    // DingTalk ignores single line breaks, so lines are separated by blank lines.
    const lines = [`### ${markdownTitle(parcel)}`, ...markdownLines(parcel).filter((line) => line !== '')]
    return [{ ...signed, body: fitBody(lines, mostBytes, '\n\n', (text) => bodyOf(parcel, text)) }]
  },
  refusal: (answer) => plainRefusal(answer, '钉钉') ?? refused(answeredCode(answer, 'errcode', 'errmsg')),
}

function bodyOf(parcel: Parcel, text: string) {
  const title = plainTitle(parcel)
  const at = { isAtAll: false }
  if (parcel.link === null) return { msgtype: 'markdown', markdown: { title, text }, at }
  const actionCard = { title, text, singleTitle: '查看详情', singleURL: parcel.link }
  return { msgtype: 'actionCard', actionCard, at }
}

function signature(secret: string, now: number): Record<string, string> {
  const timestamp = String(now)
  const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
  return { timestamp, sign }
}

function refused(answer: { code: number; text: string } | null): Refusal | null {
  if (!answer) return { problem: '钉钉返回的内容无法识别，请检查地址', again: false }
  const { code, text } = answer
  if (code === 0) return null
  if (code === 130101 || code === 130102 || code === -1 || code === 660026)
    return { problem: '钉钉说发送太频繁，稍后再试', again: true }
  if (code === 310000)
    return {
      problem: `钉钉拒收：安全设置不符（${text}）；请检查渠道的加签密钥，或机器人的关键词、IP 限制`,
      again: false,
    }
  if (code === 300001 || code === 300005 || code === 400101 || code === 400102)
    return { problem: `钉钉无法识别这个机器人（${text}）；请重新复制它的 Webhook 地址`, again: false }
  return { problem: `钉钉拒收（${code} ${text}）`, again: false }
}
