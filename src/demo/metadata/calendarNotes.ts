// The demo's calendar notes: version launches of the games, and events of all games.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { calendarDay, dateOf, dayText } from '#shared/day.ts'
import { springFestival } from '#shared/days/springFestival.ts'
import { games, windowDays } from '../warehouse/plan.ts'
import type { UserIds } from './people.ts'

/** Version names in order; they repeat where there are more versions. */
const versionNames: Record<string, string[]> = {
  yhxt: [
    '剑起云海',
    '蓬莱旧梦',
    '万妖劫',
    '昆仑雪',
    '九天问道',
    '碧落黄泉',
    '归墟',
    '天外天',
    '青丘月',
    '太虚境',
  ],
  fhsg: ['群雄并起', '官渡之战', '赤壁烽烟', '入主西川', '定军山', '七擒孟获', '五丈原', '天下归一'],
  xgwy: ['启航', '环带集市', '星际邮差', '深空花园', '双子港', '彗星节', '远星来客', '零重力', '星云画廊'],
  mcxy: ['新居', '雨季菜园', '萌宠运动会', '温泉小镇', '花火大会', '初雪', '春日野餐', '森林图书馆'],
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
    const names = versionNames[cgi] ?? []
    const count = Math.ceil((windowDays - launchDay) / versionDays)
    return Array.from({ length: count }, (_, index) => ({
      day: dayText(first + launchDay + index * versionDays),
      until: null,
      cgi,
      kind: 'version' as const,
      title:
        index === 0
          ? '公测'
          : `${1 + Math.floor(index / 10)}.${index % 10} ${names[(index - 1) % names.length]}`,
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
