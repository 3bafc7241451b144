// Services that are the same for all kinds of objects and that a feature's routes may use; each runs in its
// own transaction.
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
