// Snippets: pieces of SQL that each user keeps for completion.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { mostSnippets } from '#shared/sql/snippet.ts'

const ours = '/api/s1/redirect/aliyun/data/sqlQuery/snippets'
const access = { keys: ['search_sqlQuery'] } as const
const closed = { additionalProperties: false } as const

/** Told in Chinese where they are too long. */
const content = {
  /** What is typed for it; unlike all others of the same user. */
  prefix: Type.String({ maxLength: 400 }),
  /** What it is for, in Chinese; may be empty. */
  title: Type.String({ maxLength: 1_000 }),
  /** SQL with places to fill in, as src/shared/sql/snippet.ts reads them. */
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

/** The caller's own, by prefix. */
export const listSnippets = defineCall({
  name: 'listSnippets',
  method: 'GET',
  path: ours,
  access,
  reply: Type.Array(snippet),
  example: {},
})

/** Without id, or with -1, it adds one; a newer revision answers object_conflict. */
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

/** All of them, or none: one that can't be kept is named. Of the same prefix, another text takes the place of the former. */
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

/** Takes a deletion back. */
export const restoreSnippets = defineCall({
  name: 'restoreSnippets',
  method: 'POST',
  path: `${ours}/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})
