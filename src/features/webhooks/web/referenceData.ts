// Games, tables and hosts that a webhook may name, read together with the webhooks.
import { create } from 'zustand'
import { call, quiet } from '#web/api/client.ts'
import { listWebhooks, type Webhook, type WebhookList } from '../contract.ts'

type ReferenceData = Pick<WebhookList, 'games' | 'tables' | 'hosts'>

const useReferenceData = create<ReferenceData>(() => ({ games: [], tables: [], hosts: [] }))

export const referenceData = (): ReferenceData => useReferenceData.getState()

export async function readWebhooks(signal: AbortSignal): Promise<readonly Webhook[]> {
  const { rows, ...data } = await call(listWebhooks, {}, { ...quiet, signal })
  useReferenceData.setState(data)
  return rows
}
