// Days as an argument: the days beside each preset, and a typed range.
import { commandArguments } from '#commands/arguments.ts'
import type { CommandId } from '#commands/index.ts'
import { isRead, type RelativeName, readDays } from '#shared/days/readDays.ts'
import { knownFestivals } from '#web/calendar/festivals.ts'
import { loadFestivals } from '#web/calendar/loadFestivals.ts'
import { daysShown } from '#web/ui/day/rangeWords.ts'
import { businessToday } from '../businessDay.ts'
import { runCommand } from '../keys/run.ts'
import type { PaletteEntry } from './entries.ts'

const { options } = commandArguments.range

/** Entries are in the order of the options. The holiday calendar is loaded on the way. */
export function withDays(entries: readonly PaletteEntry[]): PaletteEntry[] {
  void loadFestivals().catch(() => {})
  return entries.map((entry, at) => ({
    ...entry,
    detail: daysShown({ relative: options[at]?.value as RelativeName }),
  }))
}

export function rangeEntry(id: CommandId, text: string): PaletteEntry | null {
  const read = readDays(text, { today: businessToday(), festivalDays: knownFestivals() })
  const entry = { id: `${id}:typed`, pinyin: '', icon: 'calendar' }
  // Impossible dates show their error; any other text may still be the name of an option.
  if (!isRead(read)) return read.isDays ? { ...entry, title: text.trim(), denied: read.problem } : null
  if ('from' in read) {
    const title = read.from === read.to ? read.from : `${read.from} 至 ${read.to}`
    return { ...entry, title, run: () => runCommand(id, `${read.from}..${read.to}`) }
  }
  // A text that names an option is left to the search, which finds the option by name.
  const typed = fold(text)
  const isOption = options.some(({ title, en }) => fold(title) === typed || en.split(' ').includes(typed))
  const title = options.find(({ value }) => value === read.relative)?.title
  if (isOption || title === undefined) return null
  return { ...entry, title, detail: daysShown(read), run: () => runCommand(id, read.relative) }
}

const fold = (text: string): string => text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
