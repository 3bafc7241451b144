// Publishing the white list into the warehouse, and undoing that.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { data, games, idParams, nullable, ours } from './shared.ts'

const access = { keys: ['search_whiteList'] } as const

const publishedColumns = {
  cgi: Type.String(),
  kind: Type.String(),
  value: Type.String(),
  reason: Type.String(),
  expires_on: nullable(Type.String()),
}
const publishedRow = Type.Object(publishedColumns)
export type PublishedRow = Static<typeof publishedRow>

const publicationPreview = Type.Object({
  added: Type.Integer(),
  removed: Type.Integer(),
  unchanged: Type.Integer(),
  /** The first changed rows; the export has all. */
  rows: Type.Array(Type.Object({ ...publishedColumns, change: Type.Enum(['added', 'removed']) })),
  /** Identifies the shown content: a commit of other content is refused. */
  digest: Type.String(),
  /** Entries left out because they have expired. */
  expired: Type.Integer(),
})
export type PublicationPreview = Static<typeof publicationPreview>

/** What a publication would change in the warehouse, in the caller's games. */
export const previewWhiteList = defineCall({
  name: 'previewWhiteList',
  method: 'GET',
  path: `${ours}/white/preview`,
  access,
  reply: publicationPreview,
  example: {},
})

/** All rows that would change, as CSV. */
export const exportWhiteListPreview = defineCall({
  name: 'exportWhiteListPreview',
  method: 'POST',
  path: `${ours}/white/previewFile`,
  access,
  kind: 'blob',
  body: Type.Object({}, closed),
  example: { body: {} },
})

const publication = Type.Object({
  id: Type.Integer(),
  by: Type.String(),
  games,
  undoes: nullable(Type.Integer()),
  status: Type.Enum(['waiting', 'running', 'done', 'failed', 'canceled', 'undone']),
  added: Type.Integer(),
  removed: Type.Integer(),
  unchanged: Type.Integer(),
  /** Progress of the job, 0 to 1, while it runs. */
  progress: nullable(Type.Object({ fraction: Type.Number(), step: Type.String() })),
  problem: nullable(Type.String()),
  createdAt: Type.String(),
  endedAt: nullable(Type.String()),
  /** Whether the publication can be undone now. */
  undoable: Type.Boolean(),
})
export type Publication = Static<typeof publication>

/** Publishes the white list of the caller's games into the warehouse, as a job. */
export const commitWhiteListDataToMaxCompute = defineCall({
  name: 'commitWhiteListDataToMaxCompute',
  method: 'POST',
  path: `${data}/AnaWhiteList/commitWhiteListDataToMaxCompute`,
  access,
  body: Type.Object(
    {
      /** Digest of the preview; absent: publishes whatever the list holds then. */
      digest: Type.Optional(Type.String({ maxLength: 100 })),
    },
    closed,
  ),
  reply: publication,
  example: { body: { digest: 'none' } },
})

/** Publications of the caller's games, newest first. */
export const listWhitePublications = defineCall({
  name: 'listWhitePublications',
  method: 'GET',
  path: `${ours}/white/publications`,
  access,
  reply: Type.Array(publication),
  example: {},
})

/** Restores the content before the publication, as a job. */
export const undoWhitePublication = defineCall({
  name: 'undoWhitePublication',
  method: 'POST',
  path: `${ours}/white/undo/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: publication,
  example: { params: { id: 987654321 }, body: {} },
})
