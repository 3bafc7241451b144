// A message as its receiver shows it, read from what would be posted: for previews.
import type { ReceiverKind } from '../contract.ts'
import { formats } from './formats/index.ts'
import { plainTitle } from './formats/text.ts'
import type { Parcel } from './formats/types.ts'
import { keptMessage, type Message, type MessageTable, textBeside } from './message.ts'

interface Shown {
  title: string
  /** Lines with links, in the markup of src/shared/message.ts. */
  text: string
  /** Null where it stands in the text, or there is none. */
  table: MessageTable | null
}

export function shownBy(kind: ReceiverKind, message: Message): Shown {
  const parcel = parcelOf(message)
  const { message: kept } = parcel
  const title = plainTitle(parcel)
  if (kind === 'mail') return { title, text: textBeside(kept), table: kept.table ?? null }
  if (kind === 'url') return { title, text: kept.text, table: kept.table ?? null }
  return { title, text: markdownOf(kind, parcel), table: null }
}

/** The JSON that an address of one's own gets, indented. */
export function jsonShown(message: Message, source: Parcel['source']): string {
  const [post] = formats.url.posts({ ...parcelOf(message), source }, '', Date.now())
  return JSON.stringify(JSON.parse(post?.body ?? '{}'), null, 2)
}

const parcelOf = (message: Message): Parcel => ({
  id: '',
  message: keptMessage(message),
  png: null,
  source: { kind: 'subscription', id: 0, title: message.title },
  link: null,
  publicUrl: null,
})

/** A robot's one text. Its title is shown above, and bold is not shown. */
function markdownOf(kind: 'dingtalk' | 'feishu' | 'wecom', parcel: Parcel): string {
  const [post] = formats[kind].posts(parcel, '', Date.now())
  const { markdown, card } = JSON.parse(post?.body ?? '{}') as {
    markdown?: { text?: string; content?: string }
    card?: { elements: { content: string }[] }
  }
  const text = markdown?.text ?? markdown?.content ?? card?.elements[0]?.content ?? ''
  const lines = text.replaceAll('**', '').split(kind === 'dingtalk' ? '\n\n' : '\n')
  // Feishu's title has a place of its own.
  return (kind === 'feishu' ? lines : lines.slice(1)).join('\n')
}
