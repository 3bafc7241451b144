// Feishu group robots: an interactive card; the signature is in the body.
import { createHmac } from 'node:crypto'
import { levelTemplates } from '../levels.ts'
import { answeredCode, plainRefusal } from './answers.ts'
import { tail } from './masking.ts'
import { fitBody, markdownLines, plainTitle } from './text.ts'
import type { Format, Parcel, Refusal } from './types.ts'

/** Limit of the whole body. */
const mostBytes = 20 * 1024

export const feishu: Format = {
  origins: ['https://open.feishu.cn', 'https://open.larksuite.com'],
  example: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
  looksLike: ({ pathname }) => /^\/open-apis\/bot\/v2\/hook\/[^/]+$/.test(pathname),
  masked: (url) => `${url.origin}/open-apis/bot/v2/hook/${tail(url.pathname.split('/').at(-1) ?? null)}`,
  postsAMinute: 100,
  posts(parcel, secret, now) {
    const signed = secret === '' ? {} : signature(secret, Math.floor(now / 1000))
    const body = (text: string) => ({ ...signed, msg_type: 'interactive', card: cardOf(parcel, text) })
    return [{ body: fitBody(markdownLines(parcel), mostBytes, '\n', body) }]
  },
  // Refusals come with status 400 and have their code in the body as well.
  refusal(answer) {
    const told = answeredCode(answer, 'code', 'msg') ?? answeredCode(answer, 'StatusCode', 'StatusMessage')
    return (told && refused(told)) ?? plainRefusal(answer, '飞书') ?? (told ? null : unreadable)
  },
}

function cardOf(parcel: Parcel, content: string) {
  const { link, message } = parcel
  const button = link !== null && {
    tag: 'action',
    actions: [
      { tag: 'button', type: 'primary', text: { tag: 'plain_text', content: '查看详情' }, url: link },
    ],
  }
  return {
    config: { wide_screen_mode: true },
    header: {
      template: levelTemplates[message.level],
      title: { tag: 'plain_text', content: plainTitle(parcel) },
    },
    elements: [{ tag: 'markdown', content }, ...(button ? [button] : [])],
  }
}

/** Feishu signs an empty text: time and secret form the HMAC key. */
function signature(secret: string, seconds: number) {
  const timestamp = String(seconds)
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') }
}

const unreadable: Refusal = { problem: '飞书返回的内容无法识别，请检查地址', again: false }

function refused({ code, text }: { code: number; text: string }): Refusal | null {
  if (code === 0) return null
  if (code === 11232 || code === 99991400) return { problem: '飞书说发送太频繁，稍后再试', again: true }
  if (code === 19021)
    return { problem: '飞书拒收：签名不符或已过期；请检查渠道的签名密钥与服务器的时钟', again: false }
  if (code === 19022) return { problem: '飞书拒收：本服务器的 IP 不在机器人的白名单里', again: false }
  if (code === 19024) return { problem: '飞书拒收：消息里没有机器人要求的关键词', again: false }
  if (code === 19001) return { problem: '飞书无法识别这个机器人；请重新复制它的 Webhook 地址', again: false }
  return { problem: `飞书拒收（${code} ${text}）`, again: false }
}
