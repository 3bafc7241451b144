// Calendar marks of days: holidays, and the notes of launches and events that the reader may see.

import type { CalendarMark } from '#forecast/index.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/objects/types.ts'
import { dateOf } from '#shared/day.ts'
import { readNotes, readYears } from '#features/calendar/server/index.ts'
import type { Days } from './days.ts'

export async function marksOf({ metadata }: Deps, { from, to }: Days): Promise<CalendarMark[]> {
  const years = await readYears(metadata, dateOf(from).year, dateOf(to).year)
  return years.flatMap(({ days }) => days.map(({ day, kind, name }) => ({ day, kind, name })))
}

export type Note = Awaited<ReturnType<typeof readNotes>>[number]

export const notesOf = ({ metadata }: Deps, caller: Caller, { from, to }: Days): Promise<Note[]> =>
  readNotes(metadata, caller, dateOf(from).year, dateOf(to).year)
