// Years of the calendar: edited here, else shipped; for other years only weekends are known.

import { writeAudit } from '#server/metadata/audit.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { calendarDay, dayText, isWeekend } from '#shared/day.ts'
import { springFestival } from '#shared/days/springFestival.ts'
import { AppError } from '#shared/errors.ts'
import type { CalendarDay, CalendarYear } from '../contract.ts'
import { shippedDays } from './shipped.ts'
import { cleanLine } from './texts.ts'

export async function readYears({ db }: Metadata, from: number, to: number): Promise<CalendarYear[]> {
  if (from > to) throw new AppError('parameter_wrong', '起始年份晚于结束年份')
  const rows = await db
    .selectFrom('calendar_year')
    .selectAll()
    .where('year', '>=', from)
    .where('year', '<=', to)
    .execute()
  const edited = new Map(rows.map(({ year, days }) => [year, JSON.parse(days) as CalendarDay[]]))
  return Array.from({ length: to - from + 1 }, (_, index) => yearOf(from + index, edited.get(from + index)))
}

function yearOf(year: number, edited: CalendarDay[] | undefined): CalendarYear {
  const days = edited ?? shippedDays(year)
  const source = edited ? 'edited' : days.length > 0 ? 'shipped' : 'unknown'
  return { year, days, source, springFestival: dayText(springFestival(year)) }
}

/** Replaces the year's days; null restores the shipped ones. */
export function saveYear(
  { transaction }: Metadata,
  userId: number,
  { year, days }: { year: number; days: CalendarDay[] | null },
): Promise<CalendarYear> {
  const kept = days && checkedDays(year, days)
  return transaction(async (db) => {
    await writeAudit(db, { userId, action: 'calendar.saveYear', detail: { year, days: kept } })
    await db.deleteFrom('calendar_year').where('year', '=', year).execute()
    if (kept) {
      const row = {
        year,
        days: JSON.stringify(kept),
        modified_at: new Date().toISOString(),
        modified_by: userId,
      }
      await db.insertInto('calendar_year').values(row).execute()
    }
    return yearOf(year, kept ?? undefined)
  })
}

/** In order. */
function checkedDays(year: number, days: CalendarDay[]): CalendarDay[] {
  const seen = new Set<string>()
  const checked = days.map(({ day, kind, name }) => {
    if (calendarDay(day) === null) throw new AppError('parameter_wrong', `${day} 不是有效的日期`)
    if (Number(day.slice(0, 4)) !== year) throw new AppError('parameter_wrong', `${day} 不在 ${year} 年内`)
    if (seen.has(day)) throw new AppError('parameter_wrong', `${day} 重复出现`)
    if (kind === 'work' && !isWeekend(day)) {
      throw new AppError('parameter_wrong', `${day} 不是周末，本来就上班，不能标为「班」`)
    }
    seen.add(day)
    return { day, kind, name: cleanLine(name) }
  })
  return checked.sort((one, other) => (one.day < other.day ? -1 : 1))
}
