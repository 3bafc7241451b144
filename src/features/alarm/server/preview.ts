// A preview of the message, with sample figures and the rule's own names.

import type { Deps } from '#server/deps.ts'
import { gamesOf } from '#server/objects/games.ts'
import type { Caller } from '#server/objects/types.ts'
import { readModel } from '#features/config/server/index.ts'
import { type AlarmRule, type AlarmTextPreview, alarmLevelTitles } from '../contract.ts'
import { namesSoon } from './labels.ts'
import { sampleOf, templatesOf, textsOf } from './text.ts'
import { wordsOf } from './words.ts'

export async function previewText(
  deps: Deps,
  caller: Caller,
  rule: AlarmRule,
  signal: AbortSignal,
): Promise<AlarmTextPreview> {
  const model = await readModel(deps)
  const names = await namesSoon(deps, model, [rule.watch], caller, signal)
  const { watchText, conditionText } = (await wordsOf(deps.metadata.db, model, [rule], names))(rule)
  const point = model.points.find(({ id }) => id === rule.watch.points[0])
  const games = await gamesOf(deps.metadata.db, caller)
  const values = sampleOf({
    name: rule.name.trim() || '未命名的告警',
    level: alarmLevelTitles[rule.level],
    game:
      rule.games === '*'
        ? '全部游戏'
        : games.flatMap(({ cgi, name }) => (rule.games.includes(cgi) ? [name] : [])).join('、'),
    ...(point && { point: point.name }),
    condition: conditionText,
    watch: watchText,
    note: rule.note,
  })
  const templates = templatesOf(rule)
  const problems = (['title', 'text'] as const).flatMap((field) =>
    templates[field].problems.map(({ message, line, column }) => ({
      field,
      message: `第 ${line} 行第 ${column} 个字：${message}`,
    })),
  )
  return { ...textsOf(rule, values), problems }
}
