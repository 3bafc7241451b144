// All kinds of sources, those on the machine or the network, and the one to which others push.
import type { Settings } from '#server/settings.ts'
import type { Connector } from '#server/sources/connector.ts'
import { connectors } from '#server/sources/index.ts'

export const pushKind = 'push'

/** Its rows lie in the store (connector.ts); there is nothing to set or to try. */
const pushed: Connector = {
  kind: pushKind,
  title: 'HTTP 推送',
  fields: [],
  check: async () => undefined,
  async *batches() {},
}

export const kindsOf = async (settings: Settings): Promise<Connector[]> => [
  ...(await connectors(settings)),
  pushed,
]
