// All kinds of sources. A connector is loaded when a source of its kind is looked at.
import type { Settings } from '../settings.ts'
import type { Connector } from './connector.ts'

type Place = Pick<Settings, 'sourceFolders' | 'sourceNets' | 'dataDir' | 'zone'>

const kinds: Readonly<Record<string, (place: Place) => Promise<Connector>>> = {
  folder: async ({ sourceFolders }) => (await import('./folder.ts')).folderConnector(sourceFolders),
  postgres: async ({ sourceNets }) => (await import('./postgres.ts')).postgresConnector(sourceNets),
  mysql: async ({ sourceNets }) => (await import('./mysql.ts')).mysqlConnector(sourceNets),
  clickhouse: async ({ sourceNets }) => (await import('./clickhouse.ts')).clickhouseConnector(sourceNets),
  bucket: async ({ sourceNets }) => (await import('./bucket.ts')).bucketConnector(sourceNets),
}

/** In the order in which the form offers them. */
export const connectors = (place: Place): Promise<Connector[]> =>
  Promise.all(Object.values(kinds).map((load) => load(place)))

export const connectorOf = async (kind: string, place: Place): Promise<Connector | null> =>
  (await kinds[kind]?.(place)) ?? null
