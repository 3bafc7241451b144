// Chinese holidays and make-up workdays. The calendar is loaded when the first day of a report wants a mark.

export type HolidayMark = '休' | '班' | undefined
export type HolidayMarks = (day: string) => HolidayMark

let loaded: Promise<HolidayMarks> | undefined

async function load(): Promise<HolidayMarks> {
  const { getDayDetail } = (await import('chinese-days')).default
  const known = new Map<string, HolidayMark>()
  return (day) => {
    if (known.has(day)) return known.get(day)
    const { work, name } = getDayDetail(day)
    // A named holiday reads «National Day,国庆节,3»; an ordinary day has its weekday's name alone.
    const mark = name.includes(',') ? (work ? '班' : '休') : undefined
    known.set(day, mark)
    return mark
  }
}

export const loadHolidays = (): Promise<HolidayMarks> => {
  loaded ??= load()
  return loaded
}
