// Where logs are: the server's own, and those that settings.json names.
import { basename, join } from 'node:path'
import type { Installation } from '#server/installation.ts'
import type { LogSourceStore } from '#server/logSettings.ts'
import { ownStores } from '#server/ownLogs/stores.ts'
import type { Settings } from '#server/settings.ts'

export interface Place {
  entrance: string
  name: string
  title: string
  note: string
  /** Absolute path patterns of its files. */
  files: string[]
  format: 'auto' | 'json' | 'logfmt' | 'combined' | 'text'
  timeField: string | null
  zone: string
  audited: boolean
  /** How a reader with limited games is restricted: by people, by a field with the game, or to nothing. */
  narrowedBy: 'people' | { games: string } | null
  /** Chinese names of fields, for our own stores. */
  titles: Readonly<Record<string, string>>
}

export interface Entrance {
  name: string
  title: string
  note: string
  stores: Place[]
}

export const ownEntrance = 'server'

export function entrancesOf({ dataDir, zone, installation }: Settings): Entrance[] {
  const own = ownStores.map(
    (store): Place => ({
      entrance: ownEntrance,
      name: store.name,
      title: store.title,
      note: store.note,
      files: [join(dataDir, 'logs', store.name, '*.jsonl')],
      format: 'json',
      timeField: 'time',
      zone,
      audited: store.audited,
      narrowedBy: store.ofPeople ? 'people' : null,
      titles: store.fields,
    }),
  )
  const server = { name: ownEntrance, title: '本服务器', note: '服务器自身的日志', stores: own }
  return [server, ...othersOf(installation, zone)]
}

function othersOf({ logs }: Installation, zone: string): Entrance[] {
  return Object.entries(logs.sources).map(([name, source]) => ({
    name,
    title: source.title ?? name,
    note: source.note ?? '',
    stores: Object.entries(source.stores).map(([store, given]) => placeOf(name, store, given, zone)),
  }))
}

const placeOf = (entrance: string, name: string, given: LogSourceStore, zone: string): Place => ({
  entrance,
  name,
  title: given.title ?? name,
  note:
    given.note ??
    listed(given.files)
      .map((file) => basename(file))
      .join('、'),
  files: listed(given.files),
  format: given.format ?? 'auto',
  timeField: given.time ?? null,
  zone: given.zone ?? zone,
  audited: false,
  narrowedBy: given.games === undefined ? null : { games: given.games },
  titles: {},
})

const listed = (files: string | string[]): string[] => (Array.isArray(files) ? files : [files])
