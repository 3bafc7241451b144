// Pages that ask for a command's argument.
import { commandArguments } from '../../../../commands/arguments.ts'
import { type ArgumentKind, type CommandId, commandOf } from '../../../../commands/index.ts'
import { runCommand } from '../keys/run.ts'
import type { PaletteEntry, PalettePage } from './entries.ts'
import { typedRange } from './typedRange.ts'

export function argumentPage(id: CommandId): PalettePage {
  const { title, argument, icon = '' } = commandOf(id)
  const kind: ArgumentKind = argument ?? 'range'
  const { placeholder, options } = commandArguments[kind]
  const entries = options.map((option) => ({
    id: `${id}:${option.value}`,
    title: option.title,
    en: option.en,
    pinyin: option.pinyin,
    icon,
    run: () => runCommand(id, option.value),
  }))
  return {
    title,
    placeholder,
    load: async () => entries,
    ...(kind === 'range' && { parse: (text: string) => rangeEntry(id, text) }),
  }
}

function rangeEntry(id: CommandId, text: string): PaletteEntry | null {
  // What an option is called (`7d`) is that option: it moves on with the days, and a range that is spelt out doesn't.
  const named = commandArguments.range.options.some(({ en }) =>
    en.split(' ').includes(text.trim().toLowerCase()),
  )
  const range = named ? null : typedRange(text, today())
  if (range === null) return null
  const title = range.from === range.to ? range.from : `${range.from} 至 ${range.to}`
  return {
    id: `${id}:typed`,
    title,
    pinyin: '',
    icon: 'calendar',
    run: () => runCommand(id, `${range.from}..${range.to}`),
  }
}

/** Today as the reader's clock has it: what is typed is shown before it is taken. */
function today(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
