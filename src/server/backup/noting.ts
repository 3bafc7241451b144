// Records backups and restores in the audit: which archive, and the operating system's user.

import { userInfo } from 'node:os'
import { basename } from 'node:path'
import type { Kysely } from 'kysely'
import type { AuditDetail } from '#shared/auditDetails.ts'
import { writeAudit } from '../metadata/audit.ts'
import type { Database } from '../metadata/schema.ts'
import { storageFailure } from '../storage.ts'

interface Note {
  action: 'backup.begin' | 'backup.end' | 'backup.restore' | 'metadata.move'
  /** Path of the archive, or host and database of the PostgreSQL; the audit gets only the last part. */
  path: string
  detail?: AuditDetail
}

export const noteBackup = (db: Kysely<Database>, { action, path, detail = {} }: Note): Promise<void> =>
  writeAudit(db, { userId: null, action, detail: { by: systemUser(), file: basename(path), ...detail } })

/** False where the disk is full, which is when a backup is needed most. */
export async function noteIfRoom(db: Kysely<Database>, note: Note): Promise<boolean> {
  try {
    await noteBackup(db, note)
    return true
  } catch (error) {
    if (!storageFailure(error)) throw error
    return false
  }
}

/** In containers the user id may have no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}
