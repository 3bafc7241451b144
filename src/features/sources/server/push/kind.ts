// All kinds of sources, those on the machine or the network, and the one to which others push.
import type { Settings } from '#server/settings.ts'
import type { Connector } from '#server/sources/connector.ts'
import { connectors } from '#server/sources/index.ts'

export const pushKind = 'push'

export interface PushLimits {
  perMinute: number
  megabytes: number
}

const usual: PushLimits = { perMinute: 12_000, megabytes: 16 }

/** From a source's settings; those that were saved before have none. */
export const pushLimits = (settings: string): PushLimits => ({
  ...usual,
  ...(JSON.parse(settings) as Partial<PushLimits>),
})

/** Its rows lie in the store (connector.ts); there is nothing to try. */
const pushed: Connector = {
  kind: pushKind,
  title: 'HTTP 推送',
  fields: [
    {
      name: 'perMinute',
      title: '每分钟最多推送（次）',
      kind: 'number',
      required: false,
      initial: usual.perMinute,
      least: 1,
      most: 1_000_000,
      hint: '再多的响应 429，并以 Retry-After 说几秒后再推；已收下的不受影响',
    },
    {
      name: 'megabytes',
      title: '每次最大（MB）',
      kind: 'number',
      required: false,
      initial: usual.megabytes,
      least: 1,
      most: usual.megabytes,
    },
  ],
  check: async () => undefined,
  async *batches() {},
}

export const kindsOf = async (settings: Settings): Promise<Connector[]> => [
  ...(await connectors(settings)),
  pushed,
]
