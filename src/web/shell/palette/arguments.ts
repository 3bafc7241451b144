// Pages that ask for a command's argument.
import { commandArguments } from '../../../../commands/arguments.ts'
import { type ArgumentKind, type CommandId, commandOf } from '../../../../commands/index.ts'
import { isRead, type RelativeName, readDays } from '../../../shared/days/readDays.ts'
import { knownFestivals } from '../../calendar/festivals.ts'
import { daysShown } from '../../ui/day/rangeWords.ts'
import { businessToday } from '../businessDay.ts'
import { runCommand } from '../keys/run.ts'
import type { PaletteEntry, PalettePage } from './entries.ts'

export function argumentPage(id: CommandId): PalettePage {
  const { title, argument, icon = '' } = commandOf(id)
  const kind: ArgumentKind = argument ?? 'range'
  const { placeholder, options } = commandArguments[kind]
  const entries = () =>
    options.map((option) => ({
      id: `${id}:${option.value}`,
      title: option.title,
      en: option.en,
      pinyin: option.pinyin,
      icon,
      ...(kind === 'range' && { detail: daysShown({ relative: option.value as RelativeName }) }),
      run: () => runCommand(id, option.value),
    }))
  return {
    title,
    placeholder,
    load: async () => {
      // Festivals are read as soon as the calendar is there.
      if (kind === 'range')
        void import('../../calendar/loadFestivals.ts')
          .then(({ loadFestivals }) => loadFestivals())
          .catch(() => {})
      return entries()
    },
    ...(kind === 'range' && { parse: (text: string) => rangeEntry(id, text) }),
  }
}

function rangeEntry(id: CommandId, text: string): PaletteEntry | null {
  const read = readDays(text, { today: businessToday(), festivalDays: knownFestivals() })
  const entry = { id: `${id}:typed`, pinyin: '', icon: 'calendar' }
  if (!isRead(read)) {
    // Days that there are not are told; anything else may still be the name of an option.
    return read.isDays ? { ...entry, title: text.trim(), denied: read.problem } : null
  }
  if ('relative' in read) {
    // What an option is called is that option, found by its name.
    const isOption = commandArguments.range.options.some(
      ({ title, en }) => fold(title) === fold(text) || en.split(' ').includes(fold(text)),
    )
    const title = commandArguments.range.options.find(({ value }) => value === read.relative)?.title
    return isOption || title === undefined
      ? null
      : { ...entry, title, detail: daysShown(read), run: () => runCommand(id, read.relative) }
  }
  const title = read.from === read.to ? read.from : `${read.from} 至 ${read.to}`
  return { ...entry, title, run: () => runCommand(id, `${read.from}..${read.to}`) }
}

const fold = (text: string): string => text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
