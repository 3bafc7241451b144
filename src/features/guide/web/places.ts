// Where something stands in the guide (`alarms`, `alarms#rules`): its address, and the place that tells about a page.
import { pages } from '#shared/pages.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { plainPath } from '#web/shell/routeRules.ts'
import { contents, entryOf } from './contents.ts'
import { pageChapters } from './pageChapters.ts'

const first = contents[0]?.id ?? ''

export interface Place {
  chapter: string
  /** Absent at the chapter's beginning. */
  part: string | null
}

export function addressOf(place: string): string {
  const [chapter = first, part] = place.split('#')
  return pages.guide({ chapter, part })
}

/** A chapter that there is not leads to the first. */
export function placeIn(search: string): Place {
  const query = queryOf(search)
  const chapter = query.get('chapter') ?? first
  return entryOf(chapter) ? { chapter, part: query.get('part') } : { chapter: first, part: null }
}

const byPath = new Map(Object.entries(pageChapters).map(([path, place]) => [plainPath(path), place]))

/** Addresses without a page of their own (no permission, not found) have the beginning. */
export const helpAddress = (path: string): string => addressOf(byPath.get(plainPath(path)) ?? first)
