// What loads from a source at a time, and what a kind of source has to say of itself. Form, validation and
// command derive from `fields`. A connector keeps nothing: settings, secret and mark are handed in each time.
import type { FoundKind } from '#shared/imports/kinds.ts'

type ColumnKind = FoundKind

/** What a source can load at a time: a file, or the rows since a mark. */
export interface Batch {
  /** As people read it: a file's path in the source, or the span of rows. */
  name: string
  /** Equal for equal content where the source knows it without reading (etag, size and time); the loader checks content itself. */
  fingerprint?: string
  /** Stands for the content where equal rows may well come twice: what was loaded under it is not loaded again. */
  digest?: string
  /** When a file was written last, in milliseconds. */
  writtenAt?: number
  /** Called once what came of it is noted, also where it was loaded before; it may be called again. */
  done?(): Promise<void>
  /** Where the next look begins once this batch is loaded. Read it after `fetch`: a database knows it by then. */
  mark: string | null
  /** Writes the content into `folder`; resolves to a file's name there, its kind by extension, and the kinds of columns where the source knows them. */
  fetch(folder: string, signal: AbortSignal): Promise<FetchedFile>
}

export interface FetchedFile {
  file: string
  bytes: number
  columns?: { name: string; kind: ColumnKind }[]
  /** Each line is a row of its own, as programs write them: none is taken for a total of the others. */
  areRows?: true
  /** What of the content is not loaded as it is there, a line each. */
  notes?: string[]
}

/** A field of the form. Values are texts, `number`s whole numbers, `check`s true or false. */
export interface SourceField {
  /** Key in the settings, or in the secret where `kind` is `secret`. */
  name: string
  title: string
  /** `area`: several lines, as a query has. `secret`: sealed and never shown again. */
  kind: 'text' | 'area' | 'number' | 'choice' | 'check' | 'secret'
  required: boolean
  /** One sentence below the field. */
  hint?: string
  placeholder?: string
  /** Of a `choice`. */
  choices?: readonly { value: string; title: string }[]
  /** The secret is sent to what this names: where it changes, the secret has to be typed again. */
  place?: true
  /** What the empty form holds. */
  initial?: string | number | boolean
  least?: number
  most?: number
  /** Of a `text`: what is wrong with it, in Chinese; null where nothing is. */
  check?(text: string): string | null
}

export type FieldValue = string | number | boolean
export type FieldValues = Record<string, FieldValue>

/** Days YYYY-MM-DD of a zone, both inclusive. */
export interface DaySpan {
  from: string
  to: string
  zone: string
}

/** Settings and secret have been validated by `fields` before a connector sees them. */
export interface Connector<Settings = FieldValues, Secret = Record<string, string>> {
  kind: string
  title: string
  /** In order, with titles. */
  fields: readonly SourceField[]
  /** Tries the source; throws a `SourceProblem`. */
  check(settings: Settings, secret: Secret, signal: AbortSignal): Promise<void>
  /** What there is to load since `mark`, oldest first. */
  batches(settings: Settings, secret: Secret, mark: string | null, signal: AbortSignal): AsyncIterable<Batch>
  /** A batch for each day that has rows, whatever was loaded before, called by its day. Absent where files have days. */
  days?(settings: Settings, secret: Secret, span: DaySpan, signal: AbortSignal): AsyncIterable<Batch>
}

/** Why a source can't be read, in Chinese words for whoever looks after it. */
export class SourceProblem extends Error {
  /** Name of the field that is wrong; null where none is. */
  readonly field: string | null

  constructor(message: string, field: string | null = null) {
    super(message)
    this.name = 'SourceProblem'
    this.field = field
  }
}
