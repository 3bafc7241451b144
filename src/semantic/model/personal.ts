// Columns with personal data. Who lacks the right reads masks of their values, by the column's kind:
//
//   phone    13812345678 → 138****5678        name    张三 → 张*
//   email    ann@b.com → a***@b.com           ip      1.2.3.4 → 1.2.*.*
//   idCard   110101199001011234 → 110***…34   other   ***
//   device   a keyed hash: equal for equal values, so that counts and joins stay as they are
//
// A mask takes the value's place wherever a column is read (`field`), so that whoever reads a column without thinking
// of it reads the mask. Only what shows no value reads the column itself: joins, the reader's rules, distinct counts.
import type { PersonalColumn, PersonalKind } from '#shared/personal.ts'
import { type RowScope, seesPersonal } from './rowScope.ts'
import type { Model, PhysicalTable } from './types.ts'

/** Begins the key of hashes, so that statements can be told without it (sql/readable.ts). */
export const keyMark = 'personal-key:'

const known = new WeakMap<Model, Map<string, Model>>()

/** The model as a reader sees it: without the right, marked columns hold masks. */
export function modelSeen(model: Model, { personal, personalKey = '' }: SeenBy): Model {
  const { personal: marks = [] } = model
  if (marks.length === 0 || seesPersonal({ personal })) return model
  const seen = known.get(model) ?? new Map<string, Model>()
  known.set(model, seen)
  const found = seen.get(personalKey) ?? { ...model, tables: maskedTables(model.tables, marks, personalKey) }
  seen.set(personalKey, found)
  return found
}

type SeenBy = Pick<RowScope, 'personal'> & { personalKey?: string | undefined }

function maskedTables(
  tables: readonly PhysicalTable[],
  marks: readonly PersonalColumn[],
  personalKey: string,
): PhysicalTable[] {
  const key = { value: `${keyMark}${personalKey}` }
  return tables.map((table) => {
    const kinds = marksOf(table.name, marks)
    if (kinds.size === 0) return table
    const columns = table.columns.map((column) => {
      const kind = kinds.get(column.name.toLowerCase())
      return kind === undefined
        ? column
        : { ...column, type: 'VARCHAR', mask: { kind, type: column.type, key } }
    })
    return { ...table, columns }
  })
}

/** Kinds by columns' names in lower case. */
export const marksOf = (
  table: string,
  marks: readonly PersonalColumn[] = [],
): ReadonlyMap<string, PersonalKind> =>
  new Map(
    marks.flatMap((mark): [string, PersonalKind][] =>
      mark.table.toLowerCase() === table.toLowerCase() ? [[mark.column.toLowerCase(), mark.kind]] : [],
    ),
  )

/** Whether a column's values are hidden from a reader; for statements that the engine does not write. */
export const hidesColumn = (
  { personal = [] }: Pick<Model, 'personal'>,
  reader: Pick<RowScope, 'personal'>,
  table: string,
  column: string,
): boolean => !seesPersonal(reader) && marksOf(table, personal).has(column.toLowerCase())
