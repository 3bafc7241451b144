// Who may see and change folders, views and reports. An invisible object answers like a missing one.
import { isConfigurer } from '#server/objects/configuring.ts'
import type { Caller } from '#server/objects/types.ts'
import { sees } from '#server/scopes/predicate.ts'
import { AppError } from '#shared/errors.ts'
import { isGranted } from '#shared/grants.ts'
import { treeSeen } from './tables.ts'

/** A folder's or view's sharing, as its row keeps it. */
export interface Shown {
  ownerId: number
  shared: boolean
  grants: string
  within: string
}

interface ShownRow {
  owner_id: number
  shared: number
  grants: string
  within: string
}

export const shownOf = ({ owner_id, shared, grants, within }: ShownRow): Shown => ({
  ownerId: owner_id,
  shared: shared === 1,
  grants,
  within,
})

const rowOf = ({ ownerId, shared, grants, within }: Shown): ShownRow => ({
  owner_id: ownerId,
  shared: shared ? 1 : 0,
  grants,
  within,
})

export const refusal = '只有所有者、可以修改它的人或报表配置人员可以修改'

export const maySee = (caller: Caller, thing: Shown): boolean => sees(treeSeen, caller, rowOf(thing))

export const mayEdit = (caller: Caller, { ownerId, shared, grants, within }: Shown): boolean => {
  if (ownerId === caller.id || isGranted(grants, caller, 'edit')) return true
  if (!shared) return false
  return isGranted(within, caller, isConfigurer(caller) ? 'see' : 'edit')
}

/** The report's author, and everybody who may change the view. */
export const mayEditReport = (caller: Caller, report: Pick<Shown, 'ownerId'>, view: Shown): boolean =>
  maySee(caller, view) && (report.ownerId === caller.id || mayEdit(caller, view))

/** Asserts that an object exists for the caller; otherwise object_missing. */
export function assertSeen<Thing extends Shown>(
  caller: Caller,
  thing: Thing | undefined,
): asserts thing is Thing {
  if (!thing || !maySee(caller, thing)) throw new AppError('object_missing')
}

/** Like assertSeen; permission_missing where it is visible but not editable. */
export function assertEditable<Thing extends Shown>(
  caller: Caller,
  thing: Thing | undefined,
): asserts thing is Thing {
  assertSeen(caller, thing)
  if (!mayEdit(caller, thing)) throw new AppError('permission_missing', refusal)
}
