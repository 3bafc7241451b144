// Events: the meaning of event codes in the facts, their games, and what uses them.

import type { Deps } from '#server/deps.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { readFields } from '#server/objects/fields.ts'
import { cleanGames, readGames, seenGames, sentGames } from '#server/objects/games.ts'
import { readObject } from '#server/objects/reading.ts'
import { removeObjects } from '#server/objects/services.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import { cleanLine, cleanName, cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { AppError } from '#shared/errors.ts'
import type { EventChange, EventParameter, EventUse, ListedEvent } from '#features/lists/contract.ts'
import { type EventDefinition, events } from '../objectKinds.ts'
import { readUses, type UsesByCode } from './uses.ts'

export async function listEvents(deps: Deps, caller: Caller): Promise<ListedEvent[]> {
  const { db } = deps.metadata
  const seen = await readSeen(db, events, caller)
  return shownEvents(db, caller, seen, await readUses(deps, caller))
}

async function shownEvents(
  db: Db,
  caller: Caller,
  rows: readonly EventDefinition[],
  uses: UsesByCode,
): Promise<ListedEvent[]> {
  const told = await telling(db, events, caller, rows)
  return rows.map((row) => {
    return {
      ...told(row),
      code: row.code,
      name: row.name,
      pinyin: pinyinOf(row.name),
      category: row.category,
      games: sentGames(seenGames(caller, readGames(row.games))),
      params: JSON.parse(row.params) as EventParameter[],
      describe: row.describe,
      state: row.state,
      uses: uses.get(row.code)?.length ?? 0,
    }
  })
}

async function cleanEvent(db: Db, caller: Caller, change: EventChange) {
  const cleaned = await readFields({
    code: () => cleanName(change.code, '事件代码'),
    name: () => cleanName(change.name),
    category: () => cleanLine(change.category ?? '', '分类', 50),
    games: () => cleanGames(db, caller, change.games),
    params: () => JSON.stringify(cleanParameters(change.params ?? [])),
    describe: () => cleanText(change.describe ?? '', '说明', 5_000),
  })
  return { ...cleaned, state: change.state ?? ('active' as const) }
}

function cleanParameters(params: readonly EventParameter[]): EventParameter[] {
  const seen = new Set<string>()
  return params.map(({ name, title, type }) => {
    const cleaned = cleanName(name, '参数名')
    if (seen.has(cleaned)) throw new AppError('parameter_wrong', `参数「${cleaned}」重复`)
    seen.add(cleaned)
    return { name: cleaned, title: cleanLine(title, '参数说明', 200), type }
  })
}

/** Without id, or with -1, it adds an event. */
export async function saveEvent(deps: Deps, caller: Caller, change: EventChange): Promise<ListedEvent> {
  const { id = -1, revision, overwrite } = change
  const uses = await readUses(deps, caller)
  return deps.metadata.transaction(async (db) => {
    const values = await cleanEvent(db, caller, change)
    const shown = async (row: EventDefinition) =>
      (await shownEvents(db, caller, [row], uses))[0] as ListedEvent
    if (id <= 0) return shown(await addObject(db, events, caller, values, { code: values.code }))
    const present = await readObject(db, events, caller, id)
    // Whatever uses the old code would refer to nothing.
    if (present.code !== values.code) assertUnused(uses.get(present.code) ?? [], '不能改事件代码')
    return shown(await changeObject(db, events, caller, { id, values, revision, overwrite }, shown))
  })
}

export async function usesOf(deps: Deps, caller: Caller, id: number): Promise<EventUse[]> {
  const { code } = await readObject(deps.metadata.db, events, caller, id)
  return (await readUses(deps, caller)).get(code) ?? []
}

export async function deleteEvent(deps: Deps, caller: Caller, id: number): Promise<null> {
  assertUnused(await usesOf(deps, caller, id), '不能删除')
  return removeObjects(deps, events, caller, [id])
}

function assertUnused(uses: readonly EventUse[], refused: string): void {
  if (uses.length === 0) return
  const named = uses.slice(0, 3).map(({ name }) => `「${name}」`)
  const more = uses.length > 3 ? ` 等 ${uses.length} 处` : ''
  throw new AppError('object_in_use', `事件正被 ${named.join('')}${more}使用，${refused}`, uses)
}
