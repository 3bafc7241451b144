// What the palette lists, whatever its source.
import type { ArgumentKind, CommandId } from '#commands/index.ts'

export interface PaletteEntry {
  /** Unique over all sources and lasting, since use is remembered by it: `view:12`. */
  id: string
  title: string
  /** English or technical name; searched, and shown when it was what matched. */
  en?: string
  /** Readings of the title; see src/shared/pinyin.ts. */
  pinyin: string
  /** Readings of `en`, where that is Chinese. */
  enPinyin?: string
  /** Name in `commandIcons`. */
  icon?: string
  /** Heading that it stands under while nothing is typed. */
  group?: string
  /** Muted, at the right: the folder of a report, the name of a point's table. */
  detail?: string
  /** Path that it opens. */
  go?: string
  /** Finds the path when it is run, where that takes a look at the server. */
  resolve?: () => Promise<string>
  /** What a sentence filled in, shown after the title: 平台 iOS, 近 7 天. */
  chips?: readonly string[]
  /** What of the text answers the title, where that is not all of it. */
  answers?: string
  /** What it does where it opens no path. */
  run?: () => void
  /** The command whose keys stand at the right. */
  command?: CommandId
  /** Asked for before it runs. */
  argument?: ArgumentKind
  /** Its own list, opened by Tab (and by Enter where the entry does nothing else). */
  page?: PalettePage
  preview?: (signal: AbortSignal) => Promise<PalettePreview>
  /** Why it can't be run here. Listed only when asked for by its whole name. */
  denied?: string
}

/** A list within the palette. */
export interface PalettePage {
  title: string
  /** What to type, in the empty field. */
  placeholder: string
  load: (signal: AbortSignal) => Promise<readonly PaletteEntry[]>
  /** Makes an entry of a text that names none: a date range that is typed out. */
  parse?: (text: string) => PaletteEntry | null
}

export interface PalettePreview {
  title: string
  chips?: readonly string[]
  /** A figure with its change: 42.89 %, ▲ 0.76 pp 比上个 7 天. */
  figure?: { value: string; unit: string; change: string; direction: 'up' | 'down' | 'none'; note: string }
  /** Figures in the order of their days; drawn as a line. */
  line?: readonly (number | null)[]
  table?: { columns: readonly string[]; rows: readonly (readonly string[])[] }
  /** Muted, last. */
  footer?: string
  /** Muted, after the title. */
  subtitle?: string
  text?: string
  /** Shown as it is written, in a fixed width: SQL. */
  code?: string
  facts?: readonly { label: string; value: string }[]
  /** Headed lists: the reports of a view. */
  lists?: readonly { heading: string; items: readonly string[] }[]
}
