import type { ServerSlice } from '#server/slice.ts'
import { pages } from '#shared/pages.ts'
import * as contract from '../contract.ts'
import { subscriptions } from './objectKind.ts'
import { registerSubscription } from './routes.ts'
import { sendOne, watchData } from './scheduling.ts'
import { subscriptionTables } from './tables.ts'

export const subscriptionServer: ServerSlice = {
  contract,
  // Unsubscribing uses the address of its page.
  ownPaths: ['/api/s1/subscription/', pages.unsubscribe({ token: '' })],
  register: registerSubscription,
  tables: subscriptionTables,
  objects: [subscriptions],
  jobs: [sendOne, watchData],
}
