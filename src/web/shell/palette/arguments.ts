// Palette pages that ask for a command's argument.
import { commandArguments } from '#commands/arguments.ts'
import { type ArgumentKind, type CommandId, commandOf } from '#commands/index.ts'
import { runCommand } from '../keys/run.ts'
import type { PaletteEntry, PalettePage } from './entries.ts'

let ranges: typeof import('./typedRange.ts') | undefined

/** Loads the parser of days ahead, on pages that take days, so that it is there before the first key press. */
export async function readRanges(): Promise<void> {
  ranges ??= await import('./typedRange.ts')
}

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
    // The options show without waiting for the parser, so that the user can choose one at once.
    load: async (_, again) => {
      if (ranges) return ranges.withDays(entries())
      void readRanges().then(again, () => {})
      return entries()
    },
    parse: (text) => ranges?.rangeEntry(id, text) ?? null,
  }
}
