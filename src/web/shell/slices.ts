// Collects the slices' declarations for the composition root.
import type { ComponentType } from 'react'
import type { SliceHandledId } from '#commands/index.ts'
import { setCalendarSource } from '../calendar/source.ts'
import { onDemand } from '../ui/onDemand.tsx'
import { setDropTaker } from './drops.ts'
import { setGiversSource } from './givers.ts'
import type { Handler } from './keys/handlers.ts'
import { lazyHandlers } from './keys/lazyHandlers.ts'
import type { Page } from './pages.ts'
import { registerPastedTexts } from './palette/pastedTexts.ts'
import { registerProvider } from './palette/providers.ts'
import { registerSentences } from './palette/sentences.ts'
import type { AnyWebSlice } from './slice.ts'

interface Collected {
  handlers: Record<SliceHandledId, Handler>
  pages: Page[]
  /** Components for the top bar, by the id of the command whose entry they replace. */
  entries: Record<string, ComponentType>
  /** The component in the top bar's corner. */
  corner: ComponentType | undefined
}

export function collectSlices(slices: readonly AnyWebSlice[]): Collected {
  const handlers: Record<string, Handler> = {}
  const pages: Page[] = []
  const entries: Collected['entries'] = {}
  let corner: Collected['corner']
  for (const slice of slices) {
    const work = lazyHandlers(slice.commands, slice.handlers)
    Object.assign(handlers, work.handlers)
    for (const page of slice.pages ?? []) pages.push(page.context ? withWork(page, work.read) : page)
    for (const [id, load] of Object.entries(slice.entries ?? {})) if (load) entries[id] = onDemand(load)
    if (slice.corner) corner = onDemand(slice.corner)
    for (const source of slice.sources ?? []) registerProvider(source)
    if (slice.sentences) registerSentences(slice.sentences)
    if (slice.pasted) registerPastedTexts(slice.pasted)
    if (slice.givers) setGiversSource(slice.givers)
    if (slice.drops) setDropTaker(slice.drops)
    if (slice.calendar) setCalendarSource(slice.calendar)
  }
  return { handlers: handlers as Collected['handlers'], pages, entries, corner }
}

/** A page with keys loads its command handlers together with its module, so that the first key press acts at once. */
function withWork(page: Page, readWork: () => Promise<void>): Page {
  return { ...page, load: async () => (await Promise.all([page.load(), readWork()]))[0] }
}
