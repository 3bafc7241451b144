// A test server with webhooks that go to loopback addresses, which record what comes and answer as they are told.
import { expect } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import type { HouseOptions, Person } from '#tests/factories/house.ts'
import type { Store } from '#tests/factories/stores.ts'
import * as calls from '#features/webhooks/contract.ts'
import { watchTables } from '#features/webhooks/server/jobs.ts'
import { makeAlarmHouse } from '../alarm/alarmHouse.ts'
import { makeReceivers } from '../receivers/receiversHouse.ts'

export type WebhooksHouse = Awaited<ReturnType<typeof makeWebhooksHouse>>

export async function makeWebhooksHouse(store: Store | null, options: HouseOptions = {}) {
  const receivers = await makeReceivers()
  const house = await makeAlarmHouse(store, undefined, {
    ...options,
    settings: {
      ...options.settings,
      installation: readInstallation({
        webhookHosts: [receivers.origin],
        webhookNets: ['127.0.0.1'],
        publicUrl: 'https://reports.example.com',
      }),
    },
  })
  const boss = await house.person({ keys: ['manage_authority', 'alert_config_edit'] })
  const read = async (id: number, by = boss) =>
    (await by.call<calls.WebhookDeliveries>(calls.readWebhookDeliveries, { params: { id } })).data
  return {
    ...house,
    receivers,
    boss,
    /** Named after the first segment of its path. */
    make: async (name: string, more: Partial<calls.WebhookChange> = {}, by: Person = boss) =>
      (
        await by.call<calls.MadeWebhook>(calls.saveWebhook, {
          body: {
            id: -1,
            name,
            address: `${receivers.origin}/${name}`,
            events: ['alarm.fired'],
            games: '*',
            ...more,
          },
        })
      ).data,
    read,
    /** Oldest first. */
    deliveries: async (id: number) => (await read(id)).deliveries.toReversed(),
    resend: (id: number) =>
      boss.call<calls.WebhookDeliveries>(calls.resendWebhookDelivery, { params: { id }, body: {} }),
    pause: (id: number, paused: boolean) =>
      boss.call<calls.Webhook>(calls.pauseWebhook, { params: { id }, body: { paused } }),
    /** As every minute. */
    look: async () => {
      await house.app.jobs.enqueue({ kind: watchTables, payload: {}, userId: null })
      await house.work()
    },
    /** Waits until so much has come to this name. */
    came: async (name: string, count: number) => {
      await expect.poll(() => receivers.got(name).length, { timeout: 60_000 }).toBe(count)
      return receivers.got(name)
    },
    dispose: async () => {
      await house.dispose()
      receivers.stop()
    },
  }
}
