// What the palette lists before anything is typed: what one opened last, then a few commands of the page and a few
// places. All commands stand under `>`.
import { commandOf, contextsOf } from '#commands/index.ts'
import type { PaletteEntry } from './entries.ts'
import { type PaletteHistory, weightOf } from './history.ts'
import { type PaletteResults, rowOf } from './results.ts'
import type { Source } from './sources.ts'

const mostRecents = 8
/** Commands shown of each group; of groups that are absent none. */
const mostCommands: Readonly<Record<string, number>> = { 此页: 8, 表格: 3, 前往: 6 }

export function startResults(
  commands: readonly PaletteEntry[],
  sources: readonly Source[],
  history: PaletteHistory,
  now: number,
): PaletteResults {
  const lists = [...sources.map(({ entries }) => entries), commands]
  const recents = history.recents
    .flatMap((id) => lists.map((entries) => entries.find((entry) => entry.id === id)).find(Boolean) ?? [])
    .slice(0, mostRecents)
  const others = commands.filter((entry) => !recents.includes(entry))
  const byUse = (one: PaletteEntry, other: PaletteEntry) =>
    weightOf(history.uses[other.id], now) - weightOf(history.uses[one.id], now) ||
    placesOf(one) - placesOf(other)
  const rows = [
    ...recents.map((entry) => rowOf(entry, '最近')),
    ...Object.entries(mostCommands).flatMap(([group, most]) =>
      others
        .filter((entry) => entry.group === group)
        .toSorted(byUse)
        .slice(0, most)
        .map((entry) => rowOf(entry, group)),
    ),
  ]
  return { rows, count: () => rows.length }
}

const everywhere = 99

/** In how many places a command works: those of this page alone come before those of many. */
function placesOf({ command }: PaletteEntry): number {
  const contexts = command === undefined ? [] : contextsOf(commandOf(command))
  return contexts.includes('global') ? everywhere : contexts.length
}
