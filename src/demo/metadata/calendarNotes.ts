// The demo's calendar notes: version launches of the games, and events of all games.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { calendarDay, dateOf, dayText } from '#shared/day.ts'
import { springFestival } from '#shared/days/springFestival.ts'
import { games, windowDays } from '../warehouse/plan.ts'
import type { UserIds } from './people.ts'

/** A version's name, or one that fits only some months. */
type VersionName = string | { name: string; months: readonly number[] }

const spring = [3, 4, 5]
const summer = [6, 7, 8]
const autumn = [9, 10, 11]
const winter = [12, 1, 2]

/** In order; a name that fits the season goes first, and names repeat where there are more versions. */
const versionNames: Record<string, VersionName[]> = {
  yhxt: [
    '剑起云海',
    '蓬莱旧梦',
    '万妖劫',
    { name: '昆仑雪', months: winter },
    '九天问道',
    '碧落黄泉',
    '归墟',
    '天外天',
    { name: '青丘月', months: autumn },
    '太虚境',
  ],
  fhsg: ['群雄并起', '官渡之战', '赤壁烽烟', '入主西川', '定军山', '七擒孟获', '五丈原', '天下归一'],
  xgwy: ['启航', '环带集市', '星际邮差', '深空花园', '双子港', '彗星节', '远星来客', '零重力', '星云画廊'],
  mcxy: [
    '新居',
    { name: '雨季菜园', months: [6, 7] },
    '萌宠运动会',
    { name: '温泉小镇', months: winter },
    { name: '花火大会', months: summer },
    { name: '初雪', months: [11, 12] },
    { name: '春日野餐', months: spring },
    { name: '秋日市集', months: autumn },
    '森林图书馆',
    '猫咪咖啡馆',
    '星空露营',
  ],
}

const fits = (name: VersionName, month: number): boolean =>
  typeof name === 'string' || name.months.includes(month)
const textOf = (name: VersionName): string => (typeof name === 'string' ? name : name.name)

/** One name per month, as fitting and as little used as there is. */
export function namesFor(cgi: string, months: readonly number[]): string[] {
  const names = versionNames[cgi] ?? []
  const used = new Map<VersionName, number>()
  return months.map((month) => {
    const fitting = names
      .filter((name) => fits(name, month))
      .toSorted(
        (one, other) =>
          (used.get(one) ?? 0) - (used.get(other) ?? 0) ||
          Number(typeof one === 'string') - Number(typeof other === 'string'),
      )
    const [name = ''] = fitting
    used.set(name, (used.get(name) ?? 0) + 1)
    return textOf(name)
  })
}

interface Given {
  /** The first of the demo's days. */
  firstDay: string
  createdAt: string
  forAllGames: boolean
}

export async function makeCalendarNotes(
  db: Kysely<Database>,
  users: UserIds,
  { firstDay, createdAt, forAllGames }: Given,
): Promise<void> {
  const first = calendarDay(firstDay)
  if (first === null) throw new Error(`not a day: ${firstDay}`)
  const notes = [...versions(first), ...(forAllGames ? festivals(first) : [])].map((note) => ({
    ...note,
    owner_id: users.admin,
    created_at: createdAt,
    modified_at: createdAt,
    modified_by: users.admin,
    deleted_at: null,
  }))
  await db.insertInto('calendar_note').values(notes).execute()
}

function versions(first: number) {
  return games.flatMap(({ cgi, launchDay, versionDays }) => {
    const count = Math.ceil((windowDays - launchDay) / versionDays)
    const days = Array.from({ length: count }, (_, index) => first + launchDay + index * versionDays)
    // The first day is the launch.
    const names = namesFor(
      cgi,
      days.slice(1).map((day) => dateOf(day).month),
    )
    return days.map((day, index) => ({
      day: dayText(day),
      until: null,
      cgi,
      kind: 'version' as const,
      title: index === 0 ? '公测' : `${1 + Math.floor(index / 10)}.${index % 10} ${names[index - 1]}`,
      text: '',
    }))
  })
}

function festivals(first: number) {
  const last = first + windowDays - 1
  const years = [...new Set([first, last].map((day) => dateOf(day).year))]
  return years
    .map((year) => springFestival(year))
    .filter((day) => day - 3 >= first && day + 11 <= last)
    .map((day) => ({
      day: dayText(day - 3),
      until: dayText(day + 11),
      cgi: null,
      kind: 'event' as const,
      title: '春节活动',
      text: '全部游戏同步开启，含签到、红包与限时礼包。',
    }))
}
