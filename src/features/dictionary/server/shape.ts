// Validates a dictionary's name and columns, and protects columns that the product and readers of other games
// need.
import { readFields } from '#server/objects/fields.ts'
import { cleanName, nameKey } from '#server/objects/texts.ts'
import type { Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { AppError } from '#shared/errors.ts'
import { type DictionaryChange, documentAttributes, documentDictionary, gameDictionary } from '../contract.ts'
import { columnOfGame } from './games.ts'
import type { DictionaryObject } from './objectKind.ts'
import type { DictionaryHead } from './repo.ts'
import { headOf } from './repo.ts'

export interface Shape {
  name: string
  formName: string
  attributes: string[]
  /** The former index of each column; -1 for a new one. */
  columns: number[]
}

const wrong = (message: string) => new AppError('parameter_wrong', message)
const formNames = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u
const longestFormName = 60

/** Why the product needs this dictionary; null when it does not. */
export const standsOn = (formName: string): string | null => {
  if (formName === gameDictionary) return '系统用它显示游戏的名称'
  if (formName === documentDictionary) return '平台文档菜单由它而来'
  return null
}

export async function cleanShape(
  db: Db,
  change: Pick<DictionaryChange, 'name' | 'formName' | 'attributes' | 'columns'>,
  present: DictionaryObject | null,
): Promise<Shape> {
  const before = present && headOf(present)
  const cleaned = await readFields({
    name: () => cleanName(change.name, '字典名', 100),
    formName: () => cleanFormName(db, change, before),
    attributes: () => cleanAttributes(change.attributes, before),
  })
  const columns = columnsOf(change.columns, cleaned.attributes.length, before?.attributes.length ?? 0)
  assertStanding(before, cleaned)
  return { ...cleaned, columns }
}

async function cleanFormName(
  db: Db,
  { formName, name }: Pick<DictionaryChange, 'name' | 'formName'>,
  before: DictionaryHead | null,
): Promise<string> {
  const given = formName?.trim() ?? ''
  if (given === '') return before?.formName ?? freeFormName(db, name)
  // An existing form name is kept, whatever it contains.
  if (given === before?.formName) return given
  if (!formNames.test(given) || given.length > longestFormName)
    throw wrong(`表单名只能由文字、字母、数字和下划线组成，不能以数字开头，最多 ${longestFormName} 个字`)
  const other = await db
    .selectFrom('object_name')
    .select('object_id')
    .where('kind', '=', 'dictionary')
    .where('scope', '=', 'formName')
    .where('name_key', '=', nameKey(given))
    .executeTakeFirst()
  if (other && other.object_id !== String(before?.id ?? ''))
    throw new AppError('name_taken', '已有字典使用这个表单名，请换一个')
  return given
}

/** Derived from the name's Latin letters or its pinyin. */
async function freeFormName(db: Db, name: string): Promise<string> {
  const readable = pinyinOf(name)
    .split(' ')
    .map((syllables) => syllables.split(/[^a-z]/)[0] ?? '')
    .join('')
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '')
  const base = (/^[a-z]/.test(letters) ? letters : readable || 'dict').slice(0, 40)
  const rows = await db
    .selectFrom('object_name')
    .select('name_key')
    .where('kind', '=', 'dictionary')
    .where('scope', '=', 'formName')
    .execute()
  const taken = new Set(rows.map(({ name_key }) => name_key))
  for (let number = 1; ; number++) {
    const one = number === 1 ? base : `${base}_${number}`
    if (!taken.has(one)) return one
  }
}

function cleanAttributes(given: readonly string[], before: DictionaryHead | null): string[] {
  if (given.length === 0) throw wrong('字典至少要有一列')
  const seen = new Set<string>()
  return given.map((one) => {
    const name = before?.attributes.includes(one) ? one : cleanName(one, '列名', 50)
    if (seen.has(nameKey(name))) throw wrong(`列名「${name}」重复`)
    seen.add(nameKey(name))
    return name
  })
}

function columnsOf(given: readonly number[] | undefined, count: number, before: number): number[] {
  if (!given) return Array.from({ length: count }, (_, place) => (place < before ? place : -1))
  const old = given.filter((place) => place >= 0)
  if (given.length !== count || old.some((place) => place >= before) || new Set(old).size < old.length)
    throw wrong('列的顺序与字典不符，请刷新后再试')
  return [...given]
}

function assertStanding(
  before: DictionaryHead | null,
  { formName, attributes }: Omit<Shape, 'columns'>,
): void {
  if (before && before.formName !== formName && standsOn(before.formName) !== null)
    throw wrong(`${standsOn(before.formName)}，不能改它的表单名`)
  if (formName !== documentDictionary) return
  const missing = documentAttributes.filter((name) => !attributes.includes(name))
  if (missing.length > 0) throw wrong(`平台文档菜单需要列「${missing.join('、')}」`)
}

export const isSameShape = (
  present: DictionaryObject,
  { name, formName, attributes, columns }: Shape,
): boolean =>
  name === present.name &&
  formName === present.form_name &&
  JSON.stringify(attributes) === present.attributes &&
  !movesColumns(columns, attributes.length)

/** Whether rows must be rewritten. */
export const movesColumns = (columns: readonly number[], before: number): boolean =>
  columns.length !== before || columns.some((place, at) => place !== at)

/** Whether the change would remove data from rows of games the editor may not see, or change their game. */
export function harmsForeign(present: DictionaryObject, shape: Shape): boolean {
  const before = headOf(present)
  const game = columnOfGame(before)
  const next = columnOfGame(shape)
  const gameNow = next < 0 ? -1 : (shape.columns[next] ?? -1)
  const kept = new Set(shape.columns)
  return gameNow !== game || shape.columns[0] !== 0 || before.attributes.some((_, place) => !kept.has(place))
}
