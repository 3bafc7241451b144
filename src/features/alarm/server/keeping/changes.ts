// An alarm's change history: what it watches and its conditions are stored as data and described in present
// words.

import type { Deps } from '#server/deps.ts'
import type { FieldChange, HistoryEntry } from '#server/objects/history.ts'
import { readObject } from '#server/objects/reading.ts'
import { objectHistory } from '#server/objects/services.ts'
import type { Caller } from '#server/objects/types.ts'
import { emptyText } from '#shared/nothing.ts'
import {
  type AlarmMute,
  type AlarmPart,
  type AlarmRule,
  type AlarmWatch,
  muteText,
} from '#features/alarm/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { namesSoon } from '../labels.ts'
import { alarms, joinTitles } from '../objectKinds.ts'
import { conditionTextsOf, watchTextsOf } from '../words.ts'

type Join = AlarmRule['join']

export async function readChanges(
  deps: Deps,
  caller: Caller,
  id: number,
  signal: AbortSignal,
): Promise<HistoryEntry[]> {
  const { db } = deps.metadata
  const history = await objectHistory(deps, alarms, caller, id)
  const model = await readModel(deps)
  const watches = history.flatMap(({ changes }) =>
    changes.flatMap(({ field, from, to }) => (field === 'watch' ? [watchOf(from), watchOf(to)] : [])),
  )
  const watchText = await watchTextsOf(
    db,
    model,
    watches,
    await namesSoon(deps, model, watches, caller, signal),
  )
  const conditionText = conditionTextsOf(model)
  const textOf = (field: string, kept: string, join: Join, watch: AlarmWatch): string => {
    if (field === 'watch') return watchText(watchOf(kept))
    if (field === 'mutes') return mutesText(kept, deps.settings.zone)
    return field === 'conditions' ? conditionText(JSON.parse(kept) as AlarmPart[], join, watch) : kept
  }
  // The join of the conditions, and what they are about, is reconstructed backwards from the present one.
  const present = await readObject(db, alarms, caller, id)
  let join = present.join_by
  let watch = watchOf(present.watch)
  return history.map(({ changes, ...entry }) => {
    const after = join
    const watchAfter = watch
    join = joinBefore(changes, after)
    const watched = changes.find(({ field }) => field === 'watch')
    if (watched) watch = watchOf(watched.from)
    const watchBefore = watch
    return {
      ...entry,
      changes: changes.map(({ field, title, from, to }) => ({
        field,
        title,
        from: textOf(field, from, join, watchBefore),
        to: textOf(field, to, after, watchAfter),
      })),
    }
  })
}

function mutesText(kept: string, zone: string): string {
  const mutes = kept.startsWith('[') ? (JSON.parse(kept) as AlarmMute[]) : []
  return mutes.map((mute) => muteText(mute, zone)).join('；') || emptyText
}

const watchOf = (kept: string): AlarmWatch => JSON.parse(kept) as AlarmWatch

function joinBefore(changes: readonly FieldChange[], after: Join): Join {
  const change = changes.find(({ field }) => field === 'join_by')
  if (!change) return after
  return change.from === joinTitles.and ? 'and' : 'or'
}
