// Imports a file as a table with a report: the file is uploaded in parts and read in a separate process, its
// columns are reviewed and changed, then the table is published with its report, or nothing is. These calls
// are all ours: nobody else relies on their paths.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { breakingKinds } from '#shared/imports/breaking.ts'
import { encodingNames } from '#shared/imports/encodings.ts'
import { type ChosenKind, chosenKinds, foundKinds } from '#shared/imports/kinds.ts'
import { importRoles, numericRoles } from '#shared/imports/roles.ts'
import { personalKinds } from '#shared/personal.ts'

const ours = '/api/s1/imports'
const access = { keys: ['search_config'] } as const
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** Bytes of a part; a slow connection has a minute for each. */
export const partBytes = 2 * 1024 * 1024

const uploadId = Type.String({ minLength: 1, maxLength: 64 })
const uploadParams = Type.Object({ id: uploadId }, closed)

/** `left`: the column is not imported. */
export const chosenRoles = [...importRoles, 'left'] as const
export type ChosenRole = (typeof chosenRoles)[number]

const numericKinds: readonly ChosenKind[] = [
  'BIGINT',
  'DECIMAL',
  'DOUBLE',
  'MONEY',
  'PERCENT',
  'WAN',
  'COMMA',
  'PERCENT_MIXED',
  'PERCENT_ALL',
  'NUMBER_OR_EMPTY',
]
export const isNumericKind = (kind: ChosenKind): boolean => numericKinds.includes(kind)
/** Whether a column of this kind can have this role: texts can't be summed. */
export const isFitting = ({ kind, role }: { kind: ChosenKind; role: ChosenRole }): boolean =>
  isNumericKind(kind) || !numericRoles.some((numeric) => numeric === role)

const kind = Type.Enum([...foundKinds])
const chosenKind = Type.Unsafe<ChosenKind>(
  Type.Union([Type.Enum([...chosenKinds]), Type.String({ pattern: '^YEARS?_[12][0-9]{3}$' })]),
)
const role = Type.Enum([...chosenRoles])

const importOptions = Type.Object({
  /** Size limit of a file in bytes. */
  mostBytes: Type.Integer(),
  /** Why imports are impossible here; null where they are possible. */
  refusal: nullable(Type.String()),
})
export type ImportOptions = Static<typeof importOptions>

export const getImportOptions = defineCall({
  name: 'getImportOptions',
  method: 'GET',
  path: `${ours}/options`,
  access,
  reply: importOptions,
  example: {},
})

export const beginImport = defineCall({
  name: 'beginImport',
  method: 'POST',
  path: `${ours}/begin`,
  access,
  atPlace: true,
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 300 }),
      size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    },
    closed,
  ),
  reply: Type.Object({ id: Type.String() }),
  example: { body: { name: 'none.txt', size: 0 } },
})

/** The bytes from `at` on; parts are sent in order. */
export const sendImportPart = defineCall({
  name: 'sendImportPart',
  method: 'POST',
  path: `${ours}/part/{id}/{at}`,
  access,
  atPlace: true,
  bytes: true,
  bodyLimit: partBytes + 1024,
  params: Type.Object(
    { id: uploadId, at: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
    closed,
  ),
  body: Type.Object({}, closed),
  reply: Type.Object({ received: Type.Integer() }),
  example: { params: { id: 'none', at: 0 }, body: {} },
})

const encoding = Type.Enum([...encodingNames])

const head = Type.Object(
  {
    /** Line on which the header starts; 0: the file has none. */
    line: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    rows: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
    /** The first column of its table, from 0, where several stand side by side. */
    column: Type.Optional(Type.Integer({ minimum: 0, maximum: 2000 })),
  },
  closed,
)

/**
 * Reads the file again in the background; when `followImport` reports the end, `showImport` has the result.
 */
export const readImportFile = defineCall({
  name: 'readImportFile',
  method: 'POST',
  path: `${ours}/read/{id}`,
  access,
  atPlace: true,
  params: uploadParams,
  body: Type.Object(
    {
      sheet: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
      head: Type.Optional(nullable(head)),
      encoding: Type.Optional(nullable(encoding)),
      /** Totals are imported like other rows. */
      totals: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})

const replacement = Type.Object({
  table: Type.String(),
  lost: Type.Array(Type.String()),
  retyped: Type.Array(Type.Object({ name: Type.String(), from: Type.String(), to: Type.String() })),
  fresh: Type.Array(Type.String()),
  /** What would not work any more. */
  things: Type.Array(
    Type.Object({
      kind: Type.Enum([...breakingKinds]),
      name: Type.String(),
      /** Why, where that is known. */
      reason: Type.Optional(Type.String()),
    }),
  ),
  hidden: Type.Integer(),
  /** Queries on the table that were not compared. */
  unchecked: Type.Integer(),
  digest: Type.String(),
})
export type ShownReplacement = Static<typeof replacement>

const problem = Type.Object({
  code: Type.String(),
  message: Type.String(),
  /** What has to be confirmed before the table is replaced. */
  replacement: Type.Optional(nullable(replacement)),
})

const importState = Type.Object({
  phase: Type.Enum(['sending', 'reading', 'ready', 'loading', 'done', 'failed']),
  /** Progress of the current step, 0 to 1. */
  fraction: Type.Number(),
  step: Type.String(),
  /** Why the last step failed; the file is still there. */
  problem: nullable(problem),
  done: nullable(
    Type.Object({
      /** Null where rows were added to a table that no view shows. */
      viewMetaId: nullable(Type.Integer()),
      table: Type.String(),
      rows: Type.Integer(),
      notes: Type.Array(Type.String()),
    }),
  ),
})
export type ImportState = Static<typeof importState>

/** The import's progress. An import without this call for some minutes is discarded. */
export const followImport = defineCall({
  name: 'followImport',
  method: 'GET',
  path: `${ours}/follow/{id}`,
  access,
  atPlace: true,
  params: uploadParams,
  reply: importState,
  example: { params: { id: 'none' } },
})

const badLines = Type.Object({
  count: Type.Integer(),
  unit: Type.String(),
  first: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
})

/** Values that do not fit a column's reading: their rows are left out. */
const misfits = Type.Object({
  count: Type.Integer(),
  first: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
  /** Their lines; the first thousand where there are more. */
  lines: Type.Array(Type.Integer()),
})

const cells = Type.Array(nullable(Type.String()))

/** What a column is under one reading. */
const columnReading = {
  /** Type name for users: 整数, 2 位小数. */
  type: Type.String(),
  /** How it is read, where that is worth mentioning. */
  note: Type.String(),
  role: Type.Enum([...importRoles]),
  /** Why this role is proposed, in a few words. */
  why: Type.String(),
  /** The column by which its mean is proposed to be weighted. */
  weight: nullable(Type.String()),
  /** Its values are rates, which are never summed. */
  isRate: Type.Boolean(),
  /** Rows without a value. */
  empty: Type.Integer(),
  distinct: Type.Integer(),
  least: nullable(Type.String()),
  most: nullable(Type.String()),
  misfits,
}

const shownColumn = Type.Object({
  name: Type.String(),
  kind,
  ...columnReading,
  /** What only people can tell of it; nothing is loaded before a question that must be answered is. */
  ask: nullable(
    Type.Object({
      text: Type.String(),
      must: Type.Boolean(),
      choices: Type.Array(
        Type.Object({
          kind: chosenKind,
          title: Type.String(),
          /** Rows whose values do not fit are left out. */
          drops: Type.Optional(Type.Literal(true)),
        }),
      ),
    }),
  ),
  /** How the column could be read as dates, though it is numeric: 年份, 年月. */
  dateReading: nullable(Type.String()),
  /** Which personal data it seems to hold, by its name or values, with the reason. */
  personal: nullable(Type.Object({ kind: Type.Enum([...personalKinds]), reason: Type.String() })),
})
export type ShownColumn = Static<typeof shownColumn>

const shownImport = Type.Object({
  name: Type.String(),
  /** A table name that is free or belongs to an earlier import. */
  table: Type.String(),
  /** Taken names; those of imports can be replaced. */
  taken: Type.Array(Type.Object({ name: Type.String(), replaceable: Type.Boolean() })),
  sheets: Type.Array(Type.String()),
  sheet: nullable(Type.String()),
  head: nullable(head),
  /** Of a text file. */
  encoding: nullable(encoding),
  /** Other tables of the file or sheet: the place of their header, and its first names. */
  tables: Type.Array(
    Type.Object({ line: Type.Integer(), title: Type.String(), column: Type.Optional(Type.Integer()) }),
  ),
  /** Also those that have misfits. */
  rows: Type.Integer(),
  columns: Type.Array(shownColumn),
  /** The first rows, and their lines. */
  sample: Type.Array(cells),
  sampleLines: Type.Array(Type.Integer()),
  /** Lines that can't be used however the columns are read. */
  bad: badLines,
  /** Rows that are totals of others: left out unless they are kept. */
  totals: Type.Object({
    count: Type.Integer(),
    first: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() })),
    kept: Type.Boolean(),
  }),
  notes: Type.Array(Type.String()),
  /** How the date column is converted, where it holds no dates itself: 年月. */
  dateReading: nullable(Type.String()),
})
export type ShownImport = Static<typeof shownImport>

export const showImport = defineCall({
  name: 'showImport',
  method: 'GET',
  path: `${ours}/show/{id}`,
  access,
  atPlace: true,
  params: uploadParams,
  reply: shownImport,
  example: { params: { id: 'none' } },
})

const triedColumn = Type.Object({
  ...columnReading,
  /** Values in the sample's rows. */
  values: cells,
})
export type TriedColumn = Static<typeof triedColumn>

/** A column's values under another kind. */
export const tryImportColumn = defineCall({
  name: 'tryImportColumn',
  method: 'POST',
  path: `${ours}/try/{id}`,
  access,
  atPlace: true,
  params: uploadParams,
  body: Type.Object({ at: Type.Integer({ minimum: 0, maximum: 10_000 }), kind: chosenKind }, closed),
  reply: triedColumn,
  example: { params: { id: 'none' }, body: { at: 0, kind: 'VARCHAR' } },
})

/** How the rows join the table that an earlier import made under the name. */
const addition = Type.Object(
  {
    /**
     * `rows`: they are added. `keys`: rows of the table with the same values in the columns `keys` are
     * replaced. `days`: so are the table's rows of the file's days.
     */
    by: Type.Enum(['rows', 'keys', 'days']),
    keys: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20 }),
    /** Load content that was loaded into the table before. */
    again: Type.Boolean(),
  },
  closed,
)
export type ImportAddition = Static<typeof addition>

const loadRequest = Type.Object(
  {
    table: Type.String({ minLength: 1, maxLength: 200 }),
    /** Replaces the table that an earlier import made under the name. */
    replace: Type.Boolean(),
    /** The digest of the replacement that the user has seen and confirmed. */
    confirmed: Type.Optional(Type.String({ minLength: 20, maxLength: 100 })),
    /** Instead of replacing it; the roles and kinds of the columns are the table's. */
    addition: Type.Optional(addition),
    keepGood: Type.Boolean(),
    /** All columns, in the file's order. */
    columns: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 200 }),
          kind: chosenKind,
          role,
          /** The name of the column by which a mean is weighted; the proposed one where absent. */
          weight: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          /** Marks the table's column as personal data; one that is marked already stays as it is. */
          personal: Type.Optional(Type.Enum([...personalKinds])),
        },
        closed,
      ),
      { minItems: 1, maxItems: 1_000 },
    ),
  },
  closed,
)
export type LoadRequestBody = Static<typeof loadRequest>

/** Creates the table and its report, in the background. */
export const loadImport = defineCall({
  name: 'loadImport',
  method: 'POST',
  path: `${ours}/load/{id}`,
  access,
  atPlace: true,
  params: uploadParams,
  bodyLimit: 4 * 1024 * 1024,
  body: loadRequest,
  reply: Type.Null(),
  example: {
    params: { id: 'none' },
    body: {
      table: 'none',
      replace: false,
      keepGood: false,
      columns: [{ name: 'none', kind: 'VARCHAR', role: 'none' }],
    },
  },
})

const openImport = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  phase: Type.String(),
})
export type OpenImport = Static<typeof openImport>

/** The caller's uploads that are not finished: a closed tab's among them, until it has been silent for long. */
export const listImports = defineCall({
  name: 'listImports',
  method: 'GET',
  path: `${ours}/open`,
  access,
  atPlace: true,
  reply: Type.Array(openImport),
  example: {},
})

/** Cancels the current step; with `discard` the file is deleted, too. */
export const cancelImport = defineCall({
  name: 'cancelImport',
  method: 'POST',
  path: `${ours}/cancel/{id}`,
  access,
  atPlace: true,
  params: uploadParams,
  body: Type.Object({ discard: Type.Optional(Type.Boolean()) }, closed),
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})

const formerTable = Type.Object({
  table: Type.String(),
  rows: Type.Integer(),
  columns: Type.Integer(),
  bytes: Type.Integer(),
  /** ISO; tells the versions of a table apart. */
  replacedAt: Type.String(),
  until: Type.String(),
  /** Who replaced it; null where that is not known. */
  by: nullable(Type.String()),
})
export type ShownFormer = Static<typeof formerTable>

/** Former versions of replaced tables that can be taken back, newest first. */
export const listFormers = defineCall({
  name: 'listFormers',
  method: 'GET',
  path: `${ours}/formers`,
  access,
  reply: Type.Array(formerTable),
  example: {},
})

/** Exchanges a table with its former version, and reports it as then. */
export const takeFormerBack = defineCall({
  name: 'takeFormerBack',
  method: 'POST',
  path: `${ours}/formers/back`,
  access,
  body: Type.Object(
    {
      table: Type.String({ minLength: 1, maxLength: 200 }),
      /** Of several versions the one; the last where absent. */
      replacedAt: Type.Optional(Type.String({ maxLength: 40 })),
    },
    closed,
  ),
  /** `keptOut`: rows of players that were erased since, which did not come back. */
  reply: Type.Object({ rows: Type.Integer(), keptOut: Type.Integer() }),
  example: { body: { table: 'none' } },
})
