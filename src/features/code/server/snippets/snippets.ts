// Stores snippets, private to each user, and their calls.
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { addObject, addObjects, changeObject } from '#server/objects/changing.ts'
import { bringBackObjects, removeObjects } from '#server/objects/services.ts'
import { cleanLine, hasTextControls, nameKey } from '#server/objects/texts.ts'
import type { Caller, Db, ObjectKind } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { AppError } from '#shared/errors.ts'
import {
  bodyProblem,
  cleanPrefix,
  longestTitle,
  mostSnippets,
  prefixProblem,
  roomOfSnippets,
} from '#shared/sql/snippet.ts'
import type { Snippet, SnippetContent } from '#features/code/contract.ts'
import * as calls from '#features/code/contract.ts'
import { type SnippetTable, sqlSnippet } from '../tables.ts'

type SnippetRow = Selectable<SnippetTable>

export const snippets: ObjectKind<SnippetRow> = {
  table: 'sql_snippet',
  name: 'sqlSnippet',
  fields: { prefix: { title: '前缀' }, title: { title: '说明' }, body: { title: '内容' } },
  seen: sqlSnippet.seen,
  runs: 'never',
  names: ({ owner_id, prefix }) => [{ scope: String(owner_id), name: prefix }],
  taken: { field: 'prefix', message: '你已有同样前缀的片段（不分大小写），请换一个' },
}

const shown = ({ id, revision, modified_at, prefix, title, body }: SnippetRow): Snippet => ({
  id,
  revision,
  modifiedAt: modified_at,
  prefix,
  title,
  body,
  prefixPinyin: pinyinOf(prefix),
  pinyin: pinyinOf(title),
})

const ownRows = (db: Db, caller: Caller): Promise<SnippetRow[]> =>
  db
    .selectFrom('sql_snippet')
    .selectAll()
    .where(seenBy(db, sqlSnippet, caller))
    .orderBy('prefix')
    .execute()

const ownSnippets = async ({ metadata: { db } }: Deps, caller: Caller): Promise<Snippet[]> =>
  (await ownRows(db, caller)).map(shown)

interface Change extends SnippetContent {
  id?: number | undefined
  revision?: number | undefined
  overwrite?: boolean | undefined
}

function saveSnippet(
  { metadata }: Deps,
  caller: Caller,
  { id = -1, revision, overwrite, ...content }: Change,
): Promise<Snippet> {
  const values = cleaned(content)
  return metadata.transaction(async (db) => {
    const others = (await ownRows(db, caller)).filter((row) => row.id !== id)
    assertRoom([...others, values])
    if (id > 0)
      return shown(await changeObject(db, snippets, caller, { id, values, revision, overwrite }, shown))
    return shown(await addObject(db, snippets, caller, values, { prefix: values.prefix }))
  })
}

function takeSnippets(
  { metadata }: Deps,
  caller: Caller,
  contents: readonly SnippetContent[],
): Promise<{ added: number[]; changed: number; same: number }> {
  const wanted = contents.map((content, at) => cleaned(content, at + 1))
  assertDifferent(wanted)
  return metadata.transaction(async (db) => {
    const own = new Map((await ownRows(db, caller)).map((row) => [nameKey(row.prefix), row]))
    const fresh = wanted.filter(({ prefix }) => !own.has(nameKey(prefix)))
    const other = wanted.flatMap((values) => {
      const row = own.get(nameKey(values.prefix))
      return row && (row.body !== values.body || row.title !== values.title) ? [{ row, values }] : []
    })
    const after = new Map<string, SnippetContent>([
      ...own,
      ...wanted.map((one) => [nameKey(one.prefix), one] as const),
    ])
    assertRoom([...after.values()])
    await addObjects(db, snippets, caller, fresh, { imported: true })
    for (const { row, values } of other)
      await changeObject(db, snippets, caller, { id: row.id, values }, shown)
    const keys = new Set(fresh.map(({ prefix }) => nameKey(prefix)))
    const added = (await ownRows(db, caller)).filter(({ prefix }) => keys.has(nameKey(prefix)))
    return {
      added: added.map(({ id }) => id),
      changed: other.length,
      same: wanted.length - fresh.length - other.length,
    }
  })
}

/** `number`: which one of several, for the message. */
function cleaned({ prefix, title, body }: SnippetContent, number?: number): SnippetContent {
  const at = number === undefined ? '' : `第 ${number} 个片段：`
  const wrong = (field: string, message: string) =>
    new AppError('parameter_wrong', `${at}${message}`, {
      fields: number === undefined ? { [field]: message } : {},
    })
  const text = body.toWellFormed().replaceAll(/\r\n?/g, '\n')
  const badPrefix = prefixProblem(prefix)
  if (badPrefix) throw wrong('prefix', badPrefix)
  const badBody = bodyProblem(text)
  if (badBody) throw wrong('body', badBody)
  if (hasTextControls(text)) throw wrong('body', '内容不能含控制字符')
  return { prefix: cleanPrefix(prefix), title: cleanLine(title, '说明', longestTitle), body: text }
}

function assertDifferent(contents: readonly SnippetContent[]): void {
  const known = new Set<string>()
  for (const { prefix } of contents) {
    const key = nameKey(prefix)
    if (known.has(key)) throw new AppError('parameter_wrong', `前缀「${prefix}」出现了两次（不分大小写）`)
    known.add(key)
  }
}

function assertRoom(contents: readonly SnippetContent[]): void {
  if (contents.length > mostSnippets)
    throw new AppError('quota_exceeded', `每人最多保存 ${mostSnippets} 个片段，请先删除不再需要的`)
  const size = contents.reduce((sum, { body }) => sum + body.length, 0)
  if (size > roomOfSnippets)
    throw new AppError(
      'quota_exceeded',
      `所有片段合计最多 ${roomOfSnippets / 10_000} 万字，请先删除不再需要的`,
    )
}

export function registerSnippets(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listSnippets, (_, { user }) => ownSnippets(deps, user))
  registerCall(app, calls.saveSnippet, ({ body }, { user }) => saveSnippet(deps, user, body))
  registerCall(app, calls.importSnippets, ({ body }, { user }) => takeSnippets(deps, user, body.snippets))
  registerCall(app, calls.deleteSnippets, ({ body }, { user }) =>
    removeObjects(deps, snippets, user, body.ids),
  )
  registerCall(app, calls.restoreSnippets, ({ body }, { user }) =>
    bringBackObjects(deps, snippets, user, body.ids),
  )
}
