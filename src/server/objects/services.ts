// What is the same of all kinds of objects, as services that a slice's routes may name: each in a transaction of its own.
import type { Deps } from '../deps.ts'
import { deleteObjects, restoreObjects } from './deleting.ts'
import { type HistoryEntry, readHistory } from './history.ts'
import type { Caller, ObjectKind, ObjectRow } from './types.ts'

type Stores = Pick<Deps, 'metadata'>

export const removeObjects = <Row extends ObjectRow>(
  { metadata }: Stores,
  kind: ObjectKind<Row>,
  caller: Caller,
  ids: readonly Row['id'][],
): Promise<null> =>
  metadata.transaction(async (db) => {
    await deleteObjects(db, kind, caller, ids)
    return null
  })

export const bringBackObjects = <Row extends ObjectRow>(
  { metadata }: Stores,
  kind: ObjectKind<Row>,
  caller: Caller,
  ids: readonly Row['id'][],
): Promise<null> =>
  metadata.transaction(async (db) => {
    await restoreObjects(db, kind, caller, ids)
    return null
  })

export const objectHistory = <Row extends ObjectRow>(
  { metadata: { db } }: Stores,
  kind: ObjectKind<Row>,
  caller: Caller,
  id: Row['id'],
): Promise<HistoryEntry[]> => readHistory(db, kind, caller, id)
