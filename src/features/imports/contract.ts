// From a file to a report: it is sent in parts, read in a process of its own, its columns are looked at and changed,
// and it comes into the warehouse with its report, or not at all. None of it stands in the specification.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'

const ours = '/api/s1/imports'
const access = { keys: ['search_config'] } as const
const closed = { additionalProperties: false } as const
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** Bytes of a part; a slow line has a minute for each. */
export const partBytes = 2 * 1024 * 1024

const uploadId = Type.String({ minLength: 1, maxLength: 64 })
const uploadParams = Type.Object({ id: uploadId }, closed)

/** Kinds of columns, as the warehouse's import finds them. */
export const columnKinds = [
  'BOOLEAN',
  'BIGINT',
  'DECIMAL',
  'DOUBLE',
  'MONEY',
  'PERCENT',
  'WAN',
  'DATE',
  'TIMESTAMP',
  'VARCHAR',
] as const
export type ColumnKind = (typeof columnKinds)[number]
/** The order of dates like 1/2/2026 can be said where no value tells it. */
export const chosenKinds = [...columnKinds, 'MONTH_FIRST', 'DAY_FIRST'] as const
export type ChosenKind = (typeof chosenKinds)[number]

export const columnRoles = [
  'date',
  'game',
  'dimension',
  'sum',
  'balance',
  'average',
  'count',
  'none',
] as const
export type ColumnRole = (typeof columnRoles)[number]
/** `left`: the column does not come into the table. */
export const chosenRoles = [...columnRoles, 'left'] as const
export type ChosenRole = (typeof chosenRoles)[number]

const numericKinds: readonly ChosenKind[] = ['BIGINT', 'DECIMAL', 'DOUBLE', 'MONEY', 'PERCENT', 'WAN']
const numericRoles: readonly ChosenRole[] = ['sum', 'balance', 'average']
export const isNumericKind = (kind: ChosenKind): boolean => numericKinds.includes(kind)
/** Whether a column of this kind can be used so: texts don't add up. */
export const isFitting = ({ kind, role }: { kind: ChosenKind; role: ChosenRole }): boolean =>
  isNumericKind(kind) || !numericRoles.includes(role)

const kind = Type.Enum([...columnKinds])
const chosenKind = Type.Enum([...chosenKinds])
const role = Type.Enum([...chosenRoles])

const importOptions = Type.Object({
  /** Bytes of the largest file. */
  mostBytes: Type.Integer(),
  /** Why nothing can be imported here; null where it can. */
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

/** The bytes from `at` on; parts come in their order. */
export const sendImportPart = defineCall({
  name: 'sendImportPart',
  method: 'POST',
  path: `${ours}/part/{id}/{at}`,
  access,
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

const head = Type.Object(
  {
    /** Line on which it starts; 0: the file has none. */
    line: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    rows: Type.Union([Type.Literal(1), Type.Literal(2)]),
  },
  closed,
)

/** Looks at the file anew, in the background; `showImport` has what was found when `followImport` says so. */
export const readImportFile = defineCall({
  name: 'readImportFile',
  method: 'POST',
  path: `${ours}/read/{id}`,
  access,
  params: uploadParams,
  body: Type.Object(
    {
      sheet: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
      head: Type.Optional(nullable(head)),
    },
    closed,
  ),
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})

const problem = Type.Object({ code: Type.String(), message: Type.String() })

const importState = Type.Object({
  phase: Type.Enum(['sending', 'reading', 'ready', 'loading', 'done', 'failed']),
  /** 0 to 1, of what is under way. */
  fraction: Type.Number(),
  step: Type.String(),
  /** Why the last step failed; the file is still there. */
  problem: nullable(problem),
  done: nullable(
    Type.Object({
      viewMetaId: Type.Integer(),
      table: Type.String(),
      rows: Type.Integer(),
      notes: Type.Array(Type.String()),
    }),
  ),
})
export type ImportState = Static<typeof importState>

/** Where it stands; whoever asks no more for some minutes has given it up. */
export const followImport = defineCall({
  name: 'followImport',
  method: 'GET',
  path: `${ours}/follow/{id}`,
  access,
  params: uploadParams,
  reply: importState,
  example: { params: { id: 'none' } },
})

const badLines = Type.Object({
  count: Type.Integer(),
  unit: Type.String(),
  first: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
})
export type ShownBadLines = Static<typeof badLines>

const cells = Type.Array(nullable(Type.String()))

const shownColumn = Type.Object({
  name: Type.String(),
  kind,
  /** The type for people: 整数, 2 位小数. */
  type: Type.String(),
  /** How it is read, where that is worth a word. */
  note: Type.String(),
  role: Type.Enum([...columnRoles]),
  /** Rows without a value. */
  empty: Type.Integer(),
  distinct: Type.Integer(),
  least: nullable(Type.String()),
  most: nullable(Type.String()),
  /** As what it could date the rows, though it is read as a number: 年份, 年月. */
  dateReading: nullable(Type.String()),
})
export type ShownColumn = Static<typeof shownColumn>

const shownImport = Type.Object({
  name: Type.String(),
  /** A name for the table, free or of an earlier import. */
  table: Type.String(),
  /** Names that stand already; those of imports can be replaced. */
  taken: Type.Array(Type.Object({ name: Type.String(), replaceable: Type.Boolean() })),
  sheets: Type.Array(Type.String()),
  sheet: nullable(Type.String()),
  head: nullable(head),
  rows: Type.Integer(),
  columns: Type.Array(shownColumn),
  /** The first rows. */
  sample: Type.Array(cells),
  bad: badLines,
  notes: Type.Array(Type.String()),
  /** How the column of dates is read, where it holds none as it stands: 年月. */
  dateReading: nullable(Type.String()),
})
export type ShownImport = Static<typeof shownImport>

export const showImport = defineCall({
  name: 'showImport',
  method: 'GET',
  path: `${ours}/show/{id}`,
  access,
  params: uploadParams,
  reply: shownImport,
  example: { params: { id: 'none' } },
})

const triedColumn = Type.Object({
  type: Type.String(),
  note: Type.String(),
  /** Of the sample's rows. */
  values: cells,
  misfits: badLines,
})
export type TriedColumn = Static<typeof triedColumn>

/** What a column's values would be under another kind. */
export const tryImportColumn = defineCall({
  name: 'tryImportColumn',
  method: 'POST',
  path: `${ours}/try/{id}`,
  access,
  params: uploadParams,
  body: Type.Object({ at: Type.Integer({ minimum: 0, maximum: 10_000 }), kind: chosenKind }, closed),
  reply: triedColumn,
  example: { params: { id: 'none' }, body: { at: 0, kind: 'VARCHAR' } },
})

const loadRequest = Type.Object(
  {
    table: Type.String({ minLength: 1, maxLength: 200 }),
    /** Takes the place of the table that an import made under the name. */
    replace: Type.Boolean(),
    keepGood: Type.Boolean(),
    /** All columns, in the file's order. */
    columns: Type.Array(
      Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }), kind: chosenKind, role }, closed),
      { minItems: 1, maxItems: 1_000 },
    ),
  },
  closed,
)
export type LoadRequestBody = Static<typeof loadRequest>

/** Makes the table and its report, in the background. */
export const loadImport = defineCall({
  name: 'loadImport',
  method: 'POST',
  path: `${ours}/load/{id}`,
  access,
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

/** Ends whatever is under way; with `discard` the file goes, too. */
export const cancelImport = defineCall({
  name: 'cancelImport',
  method: 'POST',
  path: `${ours}/cancel/{id}`,
  access,
  params: uploadParams,
  body: Type.Object({ discard: Type.Optional(Type.Boolean()) }, closed),
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})
