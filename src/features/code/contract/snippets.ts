// Snippets: pieces of SQL that each user keeps for completion.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { mostSnippets } from '#shared/sql/snippet.ts'

const ours = '/api/s1/redirect/aliyun/data/sqlQuery/snippets'
const access = { keys: ['search_sqlQuery'] } as const

/** Too long texts are refused in Chinese by the service. */
const content = {
  /** The prefix to type; unique among the user's snippets. */
  prefix: Type.String({ maxLength: 400 }),
  /** Chinese description; may be empty. */
  title: Type.String({ maxLength: 1_000 }),
  /** SQL with placeholders, in the syntax of src/shared/sql/snippet.ts. */
  body: Type.String({ maxLength: 1_000_000 }),
}
const snippetContent = Type.Object(content, closed)
export type SnippetContent = Static<typeof snippetContent>

const snippet = Type.Object({
  id: Type.Integer(),
  revision: Type.Integer(),
  modifiedAt: Type.String(),
  ...content,
  /** Readings of prefix and title. */
  prefixPinyin: Type.String(),
  pinyin: Type.String(),
})
export type Snippet = Static<typeof snippet>

/** The caller's snippets, by prefix. */
export const listSnippets = defineCall({
  name: 'listSnippets',
  method: 'GET',
  path: ours,
  access,
  reply: Type.Array(snippet),
  example: {},
})

/** Creates a snippet without id, or with -1; object_conflict where a newer revision exists. */
export const saveSnippet = defineCall({
  name: 'saveSnippet',
  method: 'POST',
  path: `${ours}/save`,
  access,
  bodyLimit: 4 * 1024 * 1024,
  body: Type.Object(
    {
      id: Type.Optional(idOrNewSchema),
      revision: Type.Optional(Type.Integer({ minimum: 1 })),
      overwrite: Type.Optional(Type.Boolean()),
      ...content,
    },
    closed,
  ),
  reply: snippet,
  example: { body: { id: -1, prefix: 'dau', title: '每日活跃', body: 'select $1' } },
})

/**
 * All or none; an invalid snippet is named. One with an existing prefix and another text replaces the former.
 */
export const importSnippets = defineCall({
  name: 'importSnippets',
  method: 'POST',
  path: `${ours}/import`,
  access,
  bodyLimit: 16 * 1024 * 1024,
  body: Type.Object({ snippets: Type.Array(snippetContent, { maxItems: mostSnippets }) }, closed),
  reply: Type.Object({
    added: Type.Array(Type.Integer()),
    changed: Type.Integer(),
    same: Type.Integer(),
  }),
  example: { body: { snippets: [] } },
})

const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: mostSnippets }) }, closed)

export const deleteSnippets = defineCall({
  name: 'deleteSnippets',
  method: 'POST',
  path: `${ours}/delete`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

/** Undoes a deletion. */
export const restoreSnippets = defineCall({
  name: 'restoreSnippets',
  method: 'POST',
  path: `${ours}/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})
