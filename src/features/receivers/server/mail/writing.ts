// Writes a message as a mail: text, and HTML with its table and picture. The mail loads nothing from other
// servers.
import type { SendMailOptions } from 'nodemailer'
import type { MailSettings } from '#server/outbound/settings.ts'
import { escapeHtml, type MessagePiece, readMessageText } from '#shared/message.ts'
import { absolute, levelMark, plainTitle } from '../formats/text.ts'
import type { Parcel } from '../formats/types.ts'
import { levelColours } from '../levels.ts'
import { type MessageTable, textBeside } from '../message.ts'

export interface MailParcel extends Parcel {
  to: readonly string[]
  /** Absolute address; null when nobody can unsubscribe. */
  unsubscribe: string | null
  /** When the event happened, in the business time zone. */
  when: string
}

const pictureId = 'picture@analytics'

export function mailOf(parcel: MailParcel, { from, fromName }: MailSettings): SendMailOptions {
  const { id, message, png, to, unsubscribe } = parcel
  return {
    from: { name: fromName, address: from },
    to: to.map((address) => ({ name: '', address })),
    subject: plainTitle(parcel),
    text: textOf(parcel),
    html: htmlOf(parcel),
    // The same for every attempt, so that mail programs show a repeated mail once.
    messageId: `<${id}@${from.split('@')[1]}>`,
    headers: {
      'Idempotency-Key': id,
      'Auto-Submitted': 'auto-generated',
      // One click without a page (RFC 8058), which asks for https.
      ...(unsubscribe?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribe !== null && { list: { unsubscribe } }),
    attachments: [
      ...(png
        ? [
            {
              filename: message.picture?.name ?? 'picture.png',
              content: png,
              contentType: 'image/png',
              cid: pictureId,
            },
          ]
        : []),
      ...(message.attachments ?? []).map(({ name, path, type }) => ({
        filename: name,
        path,
        contentType: type,
      })),
    ],
  }
}

function textOf({ message, link, publicUrl, unsubscribe, when }: MailParcel): string {
  const lines = readMessageText(textBeside(message)).map((line) =>
    line.map(({ text, url }) => [text, url && absolute(url, publicUrl)].filter(Boolean).join(' ')).join(''),
  )
  const { columns, rows, total, note } = message.table ?? { columns: [], rows: [] }
  const table = message.table
    ? [
        '',
        ...[columns, ...(total ? [total] : []), ...rows].map((row) => row.join('\t')),
        ...(note ? [note] : []),
      ]
    : []
  return [
    ...lines,
    ...table,
    '',
    when,
    ...(link === null ? [] : [`查看详情：${link}`]),
    ...(unsubscribe === null ? [] : [`退订：${unsubscribe}`]),
  ].join('\n')
}

function htmlOf(parcel: MailParcel): string {
  const { message, link, publicUrl, png, unsubscribe, when } = parcel
  const colour = levelColours[message.level]
  const mark = levelMark(parcel)
  const parts = [
    mark === '' ? '' : `<p style="margin:0 0 4px;color:${colour};font-weight:600">${escapeHtml(mark)}</p>`,
    `<h1 style="margin:0 0 12px;font-size:18px;line-height:26px">${escapeHtml(message.title)}</h1>`,
    ...readMessageText(textBeside(message)).map(
      (line) => `<p style="margin:0 0 6px">${lineHtml(line, publicUrl)}</p>`,
    ),
    png
      ? `<p><img src="cid:${pictureId}" alt="${escapeHtml(`${message.title}的图`)}" style="max-width:100%"></p>`
      : '',
    message.table ? tableHtml(message.table) : '',
    link === null ? '' : `<p><a href="${escapeHtml(link)}">查看详情</a></p>`,
    `<p style="color:#5f6b7c;font-size:12px">${escapeHtml(when)}${unsubscribe === null ? '' : ` · <a href="${escapeHtml(unsubscribe)}">退订</a>`}</p>`,
  ]
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${escapeHtml(message.title)}</title></head><body style="font:14px/22px 'PingFang SC','Microsoft YaHei',sans-serif;color:#1c2127">${parts.join('')}</body></html>`
}

const lineHtml = (line: readonly MessagePiece[], publicUrl: string | null): string =>
  line
    .map(({ text, url }) => {
      const address = url === undefined ? null : absolute(url, publicUrl)
      return address === null ? escapeHtml(text) : `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`
    })
    .join('') || '&nbsp;'

/** Figures stand at the right in one line, changes in their colour, the total in bold, the note across all columns. */
function tableHtml({ columns, rows, right = [], total, note }: MessageTable): string {
  const line = (tag: 'th' | 'td', cells: readonly string[], isBold = false) =>
    `<tr>${cells.map((text, at) => cellHtml(tag, text, right.includes(at), isBold)).join('')}</tr>`
  const body = [...(total ? [line('td', total, true)] : []), ...rows.map((row) => line('td', row))].join('')
  const foot = note
    ? `<tfoot><tr><td colspan="${columns.length}" style="${cellStyle};color:#5f6b7c;text-align:left">${escapeHtml(note)}</td></tr></tfoot>`
    : ''
  return `<table style="border-collapse:collapse;margin:12px 0"><thead>${line('th', columns)}</thead><tbody>${body}</tbody>${foot}</table>`
}

const cellStyle = 'border:1px solid #d3d8de;padding:4px 10px'
/** As on screen, unless a person has chosen otherwise there: rises are red. */
const changeColours: Readonly<Record<string, string>> = { '▲': '#ac2f33', '▼': '#1c6e42' }

function cellHtml(tag: 'th' | 'td', text: string, isRight: boolean, isBold: boolean): string {
  const colour = tag === 'td' ? changeColours[text.slice(0, 1)] : undefined
  const style = [
    cellStyle,
    `text-align:${isRight ? 'right' : 'left'}`,
    ...(isRight ? ['white-space:nowrap'] : []),
    ...(isBold ? ['font-weight:600'] : []),
    ...(colour ? [`color:${colour}`] : []),
  ].join(';')
  return `<${tag} style="${style}">${escapeHtml(text)}</${tag}>`
}
