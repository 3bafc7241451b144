// Dictionaries that dimensions need: which ones a file carries with all rows, and what applying one would
// change. Rows of the file are added or replace rows with the same code; other rows here stay.
import type { Kysely } from 'kysely'
import type { GameScope } from '#semantic/model/types.ts'
import type { Database } from '#server/metadata/schema.ts'
import { claimNames, freeNames } from '#server/objects/names.ts'
import { living } from '#server/scopes/life.ts'
import { emptyText } from '#shared/nothing.ts'
import { codeKey, dictionaries, findDictionaries, namesGames } from '#features/dictionary/server/index.ts'
import type { DefinitionItem, FileDictionary } from '../contract.ts'

type Carried = Required<Omit<FileDictionary, 'id'>>
export interface HeldDictionary extends Carried {
  id: number
}

export async function readDictionaries(db: Kysely<Database>): Promise<HeldDictionary[]> {
  const heads = await db
    .selectFrom('dictionary')
    .select('id')
    .where(living('dictionary'))
    .orderBy('id')
    .execute()
  const ids = heads.map(({ id }) => id)
  return (await findDictionaries(db, ids, 'all')).map(({ values, updateTime: _, ...head }) => ({
    ...head,
    values: values.map(({ data }) => data),
  }))
}

/**
 * With all rows if the reader sees all of them; otherwise only the name, since a part would look like the
 * whole.
 */
export async function carriedDictionaries(
  db: Kysely<Database>,
  ids: readonly number[],
  games: GameScope,
): Promise<FileDictionary[]> {
  const whole = await findDictionaries(db, ids, 'all')
  const seen = new Map((await findDictionaries(db, ids, games)).map((one) => [one.id, one]))
  return whole.map(({ id, name, formName, attributes, values }) =>
    seen.get(id)?.values.length === values.length
      ? { id, name, formName, attributes, values: values.map(({ data }) => data) }
      : { id, name },
  )
}

export const isCarried = (given: FileDictionary): given is FileDictionary & Carried =>
  given.values !== undefined && given.attributes !== undefined && given.formName !== undefined

const mostRowsTold = 50
const rowText = (row: readonly string[]): string => row.slice(1).join('、') || emptyText

/** Rows of the file that are missing or different here. */
function changedRows(given: Carried, here: HeldDictionary | null): string[][] {
  const known = new Map((here?.values ?? []).map((row) => [row[0], JSON.stringify(row)]))
  return given.values.filter((row) => known.get(row[0]) !== JSON.stringify(row))
}

export function dictionaryChanges(given: Carried, here: HeldDictionary): DefinitionItem['changes'] {
  const rows = changedRows(given, here)
  const known = new Map(here.values.map((row) => [row[0], row]))
  const told = rows.slice(0, mostRowsTold).map((row) => {
    const before = known.get(row[0])
    return { field: `代码 ${row[0] ?? ''}`, before: before ? rowText(before) : null, after: rowText(row) }
  })
  const rest = rows.length - told.length
  const columns = [here.attributes, given.attributes].map((names) => names.join('、'))
  return [
    ...(columns[0] === columns[1]
      ? []
      : [{ field: '列', before: columns[0] ?? '', after: columns[1] ?? '' }]),
    ...(given.formName === here.formName
      ? []
      : [{ field: '表单名', before: here.formName, after: given.formName }]),
    ...told,
    ...(rest > 0 ? [{ field: '其余', before: null, after: `另有 ${rest.toLocaleString('en-US')} 行` }] : []),
  ]
}

/** Whether the dictionary has rows of games that the reader may not see; then the rows here are not shown. */
export const isForeign = (given: Carried, here: HeldDictionary | null, games: GameScope): boolean =>
  games !== 'all' && (namesGames(given) || (here !== null && namesGames(here)))

/** Why the dictionary can't be applied. */
export function dictionaryProblems(
  given: Carried,
  here: HeldDictionary | null,
  { mayManage, games }: { mayManage: boolean; games: GameScope },
): string[] {
  const codes = given.values.map(([code]) => code)
  const isMerged = here === null || JSON.stringify(here.attributes) === JSON.stringify(given.attributes)
  return [
    ...(mayManage ? [] : ['导入字典需要「字典管理」权限，没有它就跳过这个字典']),
    ...(isForeign(given, here, games) ? ['字典里有各个游戏的行，只有可看全部游戏的人可以导入'] : []),
    ...(new Set(codes).size < codes.length ? ['文件里的代码有重复，不知道该用哪一行'] : []),
    ...(isMerged
      ? []
      : [
          `这里的列是「${here.attributes.join('、')}」，文件里是「${given.attributes.join('、')}」，不能合并`,
        ]),
  ]
}

/** Writes the rows that differ; returns the dictionary's id. */
export async function writeDictionary(
  db: Kysely<Database>,
  given: Carried,
  here: HeldDictionary | null,
  now: string,
): Promise<number> {
  const head = { form_name: given.formName, attributes: JSON.stringify(given.attributes), update_time: now }
  const before =
    here &&
    (await db.selectFrom('dictionary').selectAll().where('id', '=', here.id).executeTakeFirstOrThrow())
  const revision = (before?.revision ?? 0) + 1
  const made = { ...head, modified_at: now, revision, shape_revision: revision }
  if (before) {
    await freeNames(db, dictionaries, before)
    await db.updateTable('dictionary').set(made).where('id', '=', before.id).execute()
  }
  const row = before
    ? { ...before, ...made }
    : await db
        .insertInto('dictionary')
        .values({ name: given.name, ...made, created_at: now })
        .returningAll()
        .executeTakeFirstOrThrow()
  await claimNames(db, dictionaries, row)
  const { id } = row
  const stored = await db
    .selectFrom('dictionary_data')
    .select(['id', 'data', 'position'])
    .where('dict_id', '=', id)
    .execute()
  const ids = new Map(stored.map((row) => [(JSON.parse(row.data) as string[])[0], row.id]))
  let position = stored.reduce((last, row) => Math.max(last, row.position), -1)
  const added: { dict_id: number; data: string; position: number; code: string; revision: number }[] = []
  for (const row of changedRows(given, here)) {
    const known = ids.get(row[0])
    const written = { data: JSON.stringify(row), code: codeKey(row[0] ?? ''), revision }
    if (known === undefined) {
      position += 1
      added.push({ dict_id: id, position, ...written })
    } else await db.updateTable('dictionary_data').set(written).where('id', '=', known).execute()
  }
  for (let at = 0; at < added.length; at += 1000)
    await db
      .insertInto('dictionary_data')
      .values(added.slice(at, at + 1000))
      .execute()
  return id
}
