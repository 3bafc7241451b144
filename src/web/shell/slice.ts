// What a slice's browser side brings, in one declaration. src/features/web.ts collects them, one line a slice;
// src/main-slices.ts hands them to the registry, from which palette, menus, route guard and help derive. A
// declaration imports data and types alone: whatever does the work it names as a dynamic import.
import type { ComponentType } from 'react'
import type { Command, ContextIn, HandledId } from '#commands/define.ts'
import type { CalendarSource } from '../calendar/source.ts'
import type { DropTaker } from './drops.ts'
import type { Handler } from './keys/handlers.ts'
import type { Page } from './pages.ts'
import type { PastedTexts } from './palette/pastedTexts.ts'
import type { PaletteProvider } from './palette/providers.ts'
import type { Sentences } from './palette/sentences.ts'

/** Annotate it, `WebSlice<typeof customCommands>`: inferred, its type would depend on itself. */
export interface WebSlice<Commands extends readonly Command<string>[]> {
  commands: Commands
  /** What the commands do that open no page; read when one is first run, or when a page with a context opens. */
  handlers: () => Promise<Record<HandledId<Commands>, Handler>>
  pages?: readonly Page<ContextIn<Commands>>[]
  /** What the palette finds of the slice, beside its commands. */
  sources?: readonly PaletteProvider[]
  /** What stands in the top bar instead of a command's own entry. */
  entries?: { [Id in Commands[number]['id']]?: () => Promise<ComponentType> }
  /** Stands in the top bar's corner, before the user. One slice has it. */
  corner?: () => Promise<ComponentType>
  /** Understands texts of the palette whose words together ask for something. One slice has it. */
  sentences?: Sentences
  /** Reads texts of the palette that are no words: timestamps, JSON. One slice has it. */
  pasted?: PastedTexts
  /** Knows who can give rights: their names. One slice has it. */
  givers?: () => Promise<readonly string[]>
  /** Takes files that are dropped on a page. One slice has it. */
  drops?: DropTaker
  /** Knows holidays, make-up workdays and notes. One slice has it. */
  calendar?: CalendarSource
}

/** Any slice, whatever its commands. */
export type AnyWebSlice = WebSlice<readonly Command<string>[]>
