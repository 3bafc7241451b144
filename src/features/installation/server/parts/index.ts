// All parts with their checks and timeouts. Loaded with the first check.
import type { ServerPart } from '#features/installation/contract.ts'
import { lookAtDisk } from './disk.ts'
import type { Look } from './finding.ts'
import { lookAtFolders } from './folders.ts'
import { lookAtJobs } from './jobs.ts'
import { askMailServer, lookAtMail } from './mail.ts'
import { lookAtMetadata } from './metadata.ts'
import { lookAtOutbound } from './outbound.ts'
import { lookAtPicture } from './picture.ts'
import { lookAtPinyin } from './pinyin.ts'
import { lookAtSandbox } from './sandbox.ts'
import { lookAtSecret } from './secret.ts'
import { lookAtServer } from './server.ts'
import { lookAtSignIn } from './signIn.ts'
import { lookAtWarehouse } from './warehouse.ts'

export type LookedAt = ServerPart | 'mailServer'

const looks: Record<LookedAt, { look: Look; patienceMs: number }> = {
  server: { look: lookAtServer, patienceMs: 5_000 },
  metadata: { look: lookAtMetadata, patienceMs: 5_000 },
  secret: { look: lookAtSecret, patienceMs: 5_000 },
  warehouse: { look: lookAtWarehouse, patienceMs: 10_000 },
  sandbox: { look: lookAtSandbox, patienceMs: 15_000 },
  jobs: { look: lookAtJobs, patienceMs: 5_000 },
  disk: { look: lookAtDisk, patienceMs: 10_000 },
  folders: { look: lookAtFolders, patienceMs: 10_000 },
  picture: { look: lookAtPicture, patienceMs: 20_000 },
  pinyin: { look: lookAtPinyin, patienceMs: 5_000 },
  outbound: { look: lookAtOutbound, patienceMs: 5_000 },
  mail: { look: lookAtMail, patienceMs: 2_000 },
  signIn: { look: lookAtSignIn, patienceMs: 25_000 },
  mailServer: { look: askMailServer, patienceMs: 20_000 },
}

export const lookAt = (part: LookedAt) => looks[part]
