// The browser side of a slice, in one declaration. src/features/web.ts collects the declarations, one line per slice;
// src/main-slices.ts hands them to the registry, from which palette, menus, route guard and help derive. A declaration
// imports only data and types, and names its code as dynamic imports.
import type { ComponentType } from 'react'
import type { Command, ContextIn, HandledId } from '#commands/define.ts'
import type { CalendarSource } from '../calendar/source.ts'
import type { DropTaker } from './drops.ts'
import type { Handler } from './keys/handlers.ts'
import type { Page } from './pages.ts'
import type { PastedTexts } from './palette/pastedTexts.ts'
import type { PaletteProvider } from './palette/providers.ts'
import type { Sentences } from './palette/sentences.ts'

/** Annotate with `WebSlice<typeof customCommands>`: an inferred type would be circular. */
export interface WebSlice<Commands extends readonly Command<string>[]> {
  commands: Commands
  /**
   * Handlers of the commands that open no page; loaded when such a command first runs, or when a page with a context
   * opens.
   */
  handlers: () => Promise<Record<HandledId<Commands>, Handler>>
  pages?: readonly Page<ContextIn<Commands>>[]
  /** The slice's sources for the palette, besides its commands. */
  sources?: readonly PaletteProvider[]
  /** Components that replace a command's own entry in the top bar. */
  entries?: { [Id in Commands[number]['id']]?: () => Promise<ComponentType> }
  /** Component in the top bar's corner, before the user. Only one slice has it. */
  corner?: () => Promise<ComponentType>
  /** Parses palette texts whose words together describe a request. Only one slice has it. */
  sentences?: Sentences
  /** Parses palette texts that are not words: timestamps, JSON. Only one slice has it. */
  pasted?: PastedTexts
  /** Loads the names of those who can grant rights. Only one slice has it. */
  givers?: () => Promise<readonly string[]>
  /** Takes files dropped on a page. Only one slice has it. */
  drops?: DropTaker
  /** Provides holidays, make-up workdays and notes. Only one slice has it. */
  calendar?: CalendarSource
}

/** Any slice, whatever its commands. */
export type AnyWebSlice = WebSlice<readonly Command<string>[]>
