// An entry of the palette, whatever its source.
import type { ArgumentKind, CommandId } from '#commands/index.ts'

export interface PaletteEntry {
  /** Unique over all sources and stable, since the history stores it: `view:12`. */
  id: string
  title: string
  /** English or technical name; searched, and shown when it is what matched. */
  en?: string
  /** Pinyin of the title; see src/shared/pinyin.ts. */
  pinyin: string
  /** Pinyin of `en`, when that is Chinese. */
  enPinyin?: string
  /** Name in `commandIcons`. */
  icon?: string
  /** Heading above the entry while nothing is typed. */
  group?: string
  /** Muted, at the right: the folder of a report, the name of a point's table. */
  detail?: string
  /** Shown instead of `detail` once the choice rests on the row: a point's figures. Empty where there are none. */
  figures?: (signal: AbortSignal) => Promise<string>
  /** Path that the entry opens. */
  go?: string
  /** Asks the server for the path when the entry is run. */
  resolve?: () => Promise<string>
  /** Values that a sentence filled in, shown after the title: 平台 iOS, 近 7 天. */
  chips?: readonly string[]
  /** The part of the text that matched the title, when it is not the whole text. */
  answers?: string
  /** What running the entry does when it opens no path. */
  run?: () => void
  /** The command whose keys stand at the right. */
  command?: CommandId
  /** The argument asked for before the command runs. */
  argument?: ArgumentKind
  /** The entry's own list, opened by Tab (and by Enter when the entry does nothing else). */
  page?: PalettePage
  preview?: (signal: AbortSignal) => Promise<PalettePreview>
  /** Why the entry can't be run here. Such entries are listed only for their whole name. */
  denied?: string
}

/** A list within the palette. */
export interface PalettePage {
  title: string
  /** Placeholder of the empty field. */
  placeholder: string
  /** `again`: reads the text again, when `parse` can read more than before. */
  load: (signal: AbortSignal, again: () => void) => Promise<readonly PaletteEntry[]>
  /** Makes an entry of a text that names no option, such as a date range. */
  parse?: (text: string) => PaletteEntry | null
}

export interface PalettePreview {
  title: string
  chips?: readonly string[]
  /** A figure with its change: 42.89 %, ▲ 0.76 pp 比上个 7 天. */
  figure?: { value: string; unit: string; change: string; direction: 'up' | 'down' | 'none'; note: string }
  /** Figures in day order, drawn as a line. */
  line?: readonly (number | null)[]
  table?: { columns: readonly string[]; rows: readonly (readonly string[])[] }
  /** Muted text at the end. */
  footer?: string
  /** Muted text after the title. */
  subtitle?: string
  text?: string
  /** Shown verbatim in a fixed-width font: SQL. */
  code?: string
  facts?: readonly { label: string; value: string }[]
  /** Lists with headings: the reports of a view. */
  lists?: readonly { heading: string; items: readonly string[] }[]
}
