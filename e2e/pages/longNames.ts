// Names as long as the forms allow, half of them Chinese and half one unbroken Latin word, on everything that people
// name; written into the store of a product that is not running.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Columns with names, by table. */
const named: Readonly<Record<string, readonly string[]>> = {
  ad_account: ['name'],
  alarm: ['name'],
  alarm_fire: ['alarm_name'],
  black_rule: ['name'],
  calendar_note: ['title'],
  category: ['name'],
  custom_report: ['name', 'folder'],
  dictionary: ['name'],
  dimension: ['name'],
  dimension_table: ['name'],
  event_definition: ['name'],
  game: ['name'],
  inbox_note: ['title'],
  message: ['source_title'],
  point: ['name'],
  point_table: ['name'],
  push_run: ['title'],
  push_task: ['title'],
  report: ['report_name'],
  role: ['name'],
  saved_query: ['name', 'folder'],
  segment: ['name'],
  subscription: ['name'],
  user_tag: ['name'],
  view_meta: ['name'],
  view_type: ['name'],
}

/** The demo's formulas name their points. */
const kept: Readonly<Record<string, string>> = {
  point:
    "where not exists (select 1 from point as other where instr(other.name_sql, '[' || point.name || ']') > 0)",
}

const length = 60
const chinese =
  '渠道推广与版本活动期间新增付费玩家的次月留存和回流情况跟踪分析专项报表供运营市场客服三个团队每周一早会前核对使用请勿改名'
const latin = 'CrossRegionalMonetizationAndRetentionDashboardForOperationsTeam'

/** Distinct by their first characters, as names of one kind must be. */
export const longName = (place: number): string =>
  `${place}${place % 2 === 0 ? latin : chinese}`.padEnd(length, '字').slice(0, length)

export function renameAll(dataDir: string): void {
  const store = new DatabaseSync(join(dataDir, 'metadata.sqlite'))
  for (const [table, columns] of Object.entries(named)) {
    const rows = store.prepare(`select rowid as place from ${table} ${kept[table] ?? ''}`).all() as {
      place: number
    }[]
    for (const column of columns)
      for (const { place } of rows)
        store.prepare(`update ${table} set ${column} = ? where rowid = ?`).run(longName(place), place)
  }
  // The one who looks keeps their name, by which the journeys know them.
  store.prepare("update user set username = substr(id || ?, 1, 40) where username <> 'admin'").run(latin)
  store.close()
  // The store was changed on purpose.
  rmSync(join(dataDir, 'metadata.sqlite.sha256'), { force: true })
}
