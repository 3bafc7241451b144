// `userTags` of settings.json: what tags of players the warehouse tells, and the file of the secret that requests for
// them are signed under.

import { readFileSync, statSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'

const text = Type.String({ minLength: 1, maxLength: 200 })
const key = Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9_]{0,39}$' })

const tagKinds = ['text', 'number', 'money', 'day', 'time', 'flag'] as const

const named = { key, title: text, type: key, kind: Type.Enum([...tagKinds]) }
const step = Type.Object({ least: Type.Number(), text }, closed)

const counted = Type.Object(
  {
    ...named,
    table: text,
    /** Columns that hold the player and the game; as of `players` when absent. */
    player: Type.Optional(text),
    game: Type.Optional(text),
    /** `last`: of the row with the largest `by`. `days`: how many different ones. */
    take: Type.Enum(['last', 'min', 'max', 'sum', 'count', 'days']),
    /** Not of `count`. */
    column: Type.Optional(text),
    by: Type.Optional(text),
    /** Rows that count. */
    where: Type.Optional(Type.Object({ column: text, is: text }, closed)),
    /** Rows whose day in `by` is one of so many last business days, today among them. */
    within: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
    /** Form name of the dictionary that names its values. */
    dictionary: Type.Optional(text),
  },
  closed,
)
const derived = Type.Object(
  {
    ...named,
    /** Key of the tag that it follows from. */
    of: key,
    /** Of a day: how many have passed since. */
    since: Type.Optional(Type.Boolean()),
    /** The text of the largest `least` that the value reaches. */
    steps: Type.Optional(Type.Array(step, { minItems: 1, maxItems: 50 })),
  },
  closed,
)

export type CountedTag = Static<typeof counted>
export type DerivedTag = Static<typeof derived>
export type TagDefinition = CountedTag | DerivedTag

export const userTagsSchema = Type.Object(
  {
    /** File of mode 0600 with the secret; or USER_TAG_SECRET; or one made of the installation's. */
    secretFile: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    /** Which table knows all players. */
    players: Type.Optional(Type.Object({ table: text, player: text, game: text }, closed)),
    /** Titles of types, by key, in the order in which they stand. */
    types: Type.Optional(Type.Record(key, text, { maxProperties: 20 })),
    /** In place of the usual ones. */
    tags: Type.Optional(Type.Array(Type.Union([counted, derived]), { maxItems: 100 })),
  },
  closed,
)
export type UserTagSettings = Static<typeof userTagsSchema>

/** Of the tags that people set by hand: the settings may not give it to others. */
const ownType = 'custom'

/** Throws an Error that names what is wrong. */
export function checkUserTags({ types, tags = [] }: UserTagSettings): void {
  const wrong = (tag: TagDefinition, problem: string) => new Error(`userTags 的标签 ${tag.key}：${problem}`)
  const keys = new Set<string>()
  for (const tag of tags) {
    if (keys.has(tag.key)) throw wrong(tag, 'key 重复')
    if (tag.type === ownType || tag.type === 'all') throw wrong(tag, `类型不能是 ${tag.type}`)
    if (types && !Object.hasOwn(types, tag.type)) throw wrong(tag, `类型 ${tag.type} 没有写在 types 里`)
    if ('of' in tag) {
      if (!keys.has(tag.of)) throw wrong(tag, `of 的标签 ${tag.of} 应写在它前面`)
    } else {
      if (tag.take !== 'count' && tag.column === undefined) throw wrong(tag, '应填写 column')
      if (tag.take === 'last' && tag.by === undefined) throw wrong(tag, '应填写 by')
      if (tag.within !== undefined && tag.by === undefined) throw wrong(tag, '用 within 时应填写 by')
    }
    keys.add(tag.key)
  }
}

const shortest = 32
const fewest = 10
const samples = /change.?me|secret|password|example|sample|12345678|abcdefgh/i

/** Null where neither the environment nor a file holds one. Throws an Error, without the secret, for one that won't do. */
export function readTagSecret(given: string | undefined, secretFile: string | undefined): string | null {
  if (given && secretFile !== undefined)
    throw new Error('USER_TAG_SECRET 与 settings.json 的 userTags.secretFile 只能有一个')
  const where = secretFile === undefined ? 'USER_TAG_SECRET' : `密钥文件 ${secretFile}`
  const secret = secretFile === undefined ? given : fromFile(secretFile)
  if (!secret) return null
  const wrong = (problem: string) => new Error(`${where} ${problem}；可用 openssl rand -hex 32 生成`)
  if (!/^[\x21-\x7e]{1,4096}$/.test(secret)) throw wrong('只能含英文字母、数字和符号，不能含空白')
  if (secret.length < shortest) throw wrong(`太短，至少 ${shortest} 个字符`)
  if (samples.test(secret) || new Set(secret).size < fewest) throw wrong('像是示例，应为随机文本')
  return secret
}

function fromFile(path: string): string {
  let mode: number
  let content: string
  try {
    mode = statSync(path).mode
    content = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Error(`无法读取密钥文件 ${path}（${(error as NodeJS.ErrnoException).code}）`)
  }
  if (mode & 0o077) throw new Error(`密钥文件 ${path} 可被他人读取，请把权限改为 0600`)
  if (content === '') throw new Error(`密钥文件 ${path} 是空的`)
  return content
}
