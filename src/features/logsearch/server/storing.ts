// The stores of an entrance with their sizes.
import { isAllRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import type { LogStore } from '../contract.ts'
import { isoOf, seenEntrances } from './asked.ts'
import { listFiles } from './files.ts'
import type { LogEngine } from './searching.ts'

export async function storesOf(
  deps: Deps,
  { readers, refresh }: LogEngine,
  user: SessionUser,
  name: string,
): Promise<LogStore[]> {
  const entrance = seenEntrances(deps, user).find((one) => one.name === name)
  if (!entrance) throw new AppError('object_missing', '没有这个日志入口，或无权查看')
  readers.warm()
  return Promise.all(
    entrance.stores.map(async (place): Promise<LogStore> => {
      await refresh(place)
      const { files } = await listFiles(place)
      const born = files.reduce((least, file) => Math.min(least, file.born), Number.POSITIVE_INFINITY)
      const changed = files.reduce((most, file) => Math.max(most, file.changed), Number.NEGATIVE_INFINITY)
      return {
        name: place.name,
        title: place.title,
        note: place.note,
        files: files.length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
        first: isoOf(born),
        last: isoOf(changed),
        audited: place.audited,
        limited: !isAllRows(user),
      }
    }),
  )
}
