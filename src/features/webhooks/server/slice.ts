import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { sendEvents, watchTables } from './jobs.ts'
import { webhooks } from './objectKind.ts'
import { registerWebhooks } from './routes.ts'
import { webhooksTables } from './tables.ts'

export const webhooksServer: ServerSlice = {
  contract,
  register: registerWebhooks,
  tables: webhooksTables,
  jobs: [sendEvents, watchTables],
  objects: [webhooks],
}
