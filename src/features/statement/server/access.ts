// Who may see and change folders, views and reports. An invisible object answers like a missing one.
import { isConfigurer } from '#server/objects/configuring.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'

interface Owned {
  ownerId: number
  shared: boolean
}

export const refusal = '只有所有者或报表配置人员可以修改'

export const maySee = (caller: Caller, thing: Owned): boolean => thing.shared || thing.ownerId === caller.id

export const mayEdit = (caller: Caller, thing: Owned): boolean =>
  thing.ownerId === caller.id || (thing.shared && isConfigurer(caller))

/** The report's author, and everybody who may change the view. */
export const mayEditReport = (caller: Caller, report: Pick<Owned, 'ownerId'>, view: Owned): boolean =>
  maySee(caller, view) && (report.ownerId === caller.id || mayEdit(caller, view))

/** Asserts that an object exists for the caller; otherwise object_missing. */
export function assertSeen<Thing extends Owned>(
  caller: Caller,
  thing: Thing | undefined,
): asserts thing is Thing {
  if (!thing || !maySee(caller, thing)) throw new AppError('object_missing')
}

/** Like assertSeen; permission_missing where it is visible but not editable. */
export function assertEditable<Thing extends Owned>(
  caller: Caller,
  thing: Thing | undefined,
): asserts thing is Thing {
  assertSeen(caller, thing)
  if (!mayEdit(caller, thing)) throw new AppError('permission_missing', refusal)
}
