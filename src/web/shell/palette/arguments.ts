// Pages that ask for a command's argument.
import { commandArguments } from '../../../../commands/arguments.ts'
import { type ArgumentKind, type CommandId, commandOf } from '../../../../commands/index.ts'
import { runCommand } from '../keys/run.ts'
import type { PaletteEntry, PalettePage } from './entries.ts'

/** What reads days comes with the first page that asks for them. */
let ranges: typeof import('./typedRange.ts') | undefined

export function argumentPage(id: CommandId): PalettePage {
  const { title, argument, icon = '' } = commandOf(id)
  const kind: ArgumentKind = argument ?? 'range'
  const { placeholder, options } = commandArguments[kind]
  const entries = (): PaletteEntry[] =>
    options.map((option) => ({
      id: `${id}:${option.value}`,
      title: option.title,
      en: option.en,
      pinyin: option.pinyin,
      icon,
      run: () => runCommand(id, option.value),
    }))
  if (kind !== 'range') return { title, placeholder, load: async () => entries() }
  return {
    title,
    placeholder,
    load: async () => {
      ranges = await import('./typedRange.ts')
      return ranges.withDays(entries())
    },
    parse: (text) => ranges?.rangeEntry(id, text) ?? null,
  }
}
