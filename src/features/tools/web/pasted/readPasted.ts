// Recognizes palette texts that are not search words, shows what they mean, and offers an entry that opens
// the right page.

import { commandOf } from '#commands/index.ts'
import { toldText } from '#shared/nothing.ts'
import { pages } from '#shared/pages.ts'
import { installation } from '#web/shell/installation.ts'
import { goTo } from '#web/shell/keys/run.ts'
import type { PaletteEntry, PalettePreview } from '#web/shell/palette/entries.ts'
import type { PastedReader, PastedShape } from '#web/shell/palette/pastedTexts.ts'
import { holds } from '#web/shell/session.ts'
import { copyText } from '#web/ui/copyText.ts'
import { readCron } from '../instruments/cron/cronText.ts'
import { CodecProblem, codecs, guessCodec } from '../instruments/encode/codecs.ts'
import { addressOf } from '../instruments/instrumentWork.ts'
import type { InstrumentId } from '../instruments/names.ts'
import { dayFacts, describeTime, distanceText } from '../instruments/time/describeTime.ts'
import { readTime } from '../instruments/time/readTime.ts'
import { clockText, millisOf } from '../instruments/time/zones.ts'
import { handText, handToTool } from './handed.ts'

const group = '识别出的内容'

/** Not remembered as recently used, because the next text will be different. */
const entryOf = (id: string, title: string, more: Partial<PaletteEntry>): PaletteEntry => ({
  id: `pasted:${id}`,
  title,
  pinyin: '',
  group,
  ...more,
})

export const readPasted: PastedReader = (text, shape, session) => {
  if (shape === 'json') return [jsonEntry(text)]
  if (!holds('search_testTools', session)) return []
  return readers[shape](text.trim())
}

const readers: Record<Exclude<PastedShape, 'json'>, (text: string) => PaletteEntry[]> = {
  number: timeEntries,
  date: timeEntries,
  cron: cronEntries,
  token: encodedEntries,
  encoded: encodedEntries,
}

function jsonEntry(text: string): PaletteEntry {
  return entryOf('json', '预览 JSON', {
    icon: 'code',
    detail: `${text.length.toLocaleString('en-US')} 字`,
    run: () => {
      handText(text)
      goTo(pages.othersJsonPreview())
    },
    preview: async () => ({
      title: 'JSON',
      subtitle: `${text.length.toLocaleString('en-US')} 字`,
      code: text.slice(0, 2_000),
      footer: '在此浏览器里打开，不会上传',
    }),
  })
}

function openEntry(tool: InstrumentId, text: string): PaletteEntry {
  return entryOf(`open.${tool}`, `用「${commandOf(`tools.${tool}`).title}」打开`, {
    icon: commandOf(`tools.${tool}`).icon ?? 'cog',
    run: () => {
      handToTool(tool, text)
      goTo(addressOf(tool))
    },
  })
}

const copyEntry = (id: string, value: string, detail: string, preview?: () => PalettePreview): PaletteEntry =>
  entryOf(id, value, {
    icon: 'duplicate',
    detail: `${detail}，Enter 复制`,
    run: () => void copyText(value),
    ...(preview && { preview: async () => preview() }),
  })

function timeEntries(text: string): PaletteEntry[] {
  const { zone } = installation()
  const now = BigInt(Date.now()) * 1_000_000n
  const read = readTime(text, { zone, now })
  if (typeof read === 'string') return []
  const { nanos, as } = read
  const clock = clockText(nanos, zone)
  const { weekday, week } = dayFacts(nanos, zone)
  const preview = (): PalettePreview => ({
    title: clock,
    subtitle: `${weekday}，第 ${week} 周，${distanceText(nanos, now)}`,
    facts: describeTime(nanos, [
      { zone, title: '业务时间' },
      { zone: 'UTC', title: 'UTC' },
    ]).map(({ label, value }) => ({ label, value })),
    footer: as,
  })
  const isStamp = as.endsWith('时间戳')
  const date = copyEntry('time.date', clock, isStamp ? `${as}，${distanceText(nanos, now)}` : '日期', preview)
  const seconds = copyEntry('time.seconds', String(millisOf(nanos) / 1000n), '秒级时间戳', preview)
  const millis = copyEntry('time.millis', String(millisOf(nanos)), '毫秒级时间戳', preview)
  return [...(isStamp ? [date] : [seconds, millis]), openEntry('time', text)]
}

function cronEntries(text: string): PaletteEntry[] {
  const { zone } = installation()
  const from = new Date()
  const { sentence, next, problem } = readCron(text, zone, from, 5)
  const now = BigInt(from.getTime()) * 1_000_000n
  if (sentence === '') return []
  const times = next.map((moment) => BigInt(moment) * 1_000_000n)
  const told = (nanos: bigint) =>
    `${clockText(nanos, zone).slice(0, 16)}　${dayFacts(nanos, zone).weekday}，${distanceText(nanos, now)}`
  const entry = entryOf('cron', sentence, {
    icon: 'history',
    detail: problem || `下次 ${clockText(times[0] as bigint, zone).slice(0, 16)}`,
    run: () => void copyText(sentence),
    preview: async () => ({
      title: sentence,
      subtitle: text,
      ...(problem ? { text: problem } : { lists: [{ heading: '接下来五次', items: times.map(told) }] }),
      footer: `按业务时区 ${zone}`,
    }),
  })
  return [entry, openEntry('cron', text)]
}

const shownLength = 120

/** Longer texts are decoded on their page. */
const longestDecoded = 100_000

function encodedEntries(text: string): PaletteEntry[] {
  if (text.length > longestDecoded) return [openEntry('encode', text)]
  const way = codecs.find(({ id }) => id === guessCodec(text))
  const decoded = way?.decode && tried(() => way.decode?.(text))
  // Random letters can be decoded too, but the result means nothing.
  if (!way || (typeof decoded === 'string' && /^（\d+ 字节，不是文本）|\uFFFD/.test(decoded))) return []
  if (typeof decoded !== 'string') return way.id === 'gzip' ? [openEntry('encode', text)] : []
  const line = decoded.replace(/\s+/g, ' ').slice(0, shownLength)
  const entry = entryOf('decoded', toldText(line), {
    icon: 'swap',
    detail: `${way.title} 解码，Enter 复制`,
    run: () => void copyText(decoded),
    preview: async () => ({ title: `${way.title} 解码`, code: decoded.slice(0, 2_000) }),
  })
  return [entry, openEntry('encode', text)]
}

function tried(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (error instanceof CodecProblem) return null
    throw error
  }
}
