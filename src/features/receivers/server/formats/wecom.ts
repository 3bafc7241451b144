// WeCom group robots: markdown, then the picture as a message of its own. They have no signature; the address
// itself is the secret.
import { createHash } from 'node:crypto'
import { levelFonts } from '../levels.ts'
import { answeredCode, plainRefusal } from './answers.ts'
import { tail } from './masking.ts'
import { fitLines, linkAddress, markdownLines, markdownTitle } from './text.ts'
import type { Format, Parcel, Post, Refusal } from './types.ts'

const mostBytes = 4096

export const wecom: Format = {
  origins: ['https://qyapi.weixin.qq.com'],
  example: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
  looksLike: ({ pathname, searchParams }) =>
    pathname === '/cgi-bin/webhook/send' && (searchParams.get('key') ?? '') !== '',
  masked: (url) => `${url.origin}${url.pathname}?key=${tail(url.searchParams.get('key'))}`,
  postsAMinute: 20,
  posts: (parcel) => [
    { body: JSON.stringify({ msgtype: 'markdown', markdown: { content: contentOf(parcel) } }) },
    ...(parcel.png ? [picturePost(parcel.png)] : []),
  ],
  refusal: (answer) => plainRefusal(answer, '企业微信') ?? refused(answeredCode(answer, 'errcode', 'errmsg')),
}

function contentOf(parcel: Parcel): string {
  const title = `<font color="${levelFonts[parcel.message.level]}">**${markdownTitle(parcel)}**</font>\n`
  const link = parcel.link === null ? '' : `\n[查看详情](${linkAddress(parcel.link)})`
  const room = mostBytes - Buffer.byteLength(title + link)
  return `${title}${fitLines(markdownLines(parcel), room)}${link}`
}

function picturePost(png: Buffer): Post {
  const image = { base64: png.toString('base64'), md5: createHash('md5').update(png).digest('hex') }
  return { body: JSON.stringify({ msgtype: 'image', image }) }
}

function refused(answer: { code: number; text: string } | null): Refusal | null {
  if (!answer) return { problem: '企业微信返回的内容无法识别，请检查地址', again: false }
  const { code, text } = answer
  if (code === 0) return null
  if (code === 45009 || code === 45033 || code === -1)
    return { problem: '企业微信说发送太频繁，稍后再试', again: true }
  if (code === 93000 || code === 40014 || code === 93017)
    return { problem: '企业微信无法识别这个机器人，它可能已被移出群；请重新复制 Webhook 地址', again: false }
  return { problem: `企业微信拒收（${code} ${text}）`, again: false }
}
