// What a push is made of: apps with their gateways, servers, segments.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { access, cgi, closed, data, nullable } from './shared.ts'

export const gatewayKinds = ['http', 'webpush', 'embedded'] as const
export type GatewayKind = (typeof gatewayKinds)[number]
export const gatewayTitles: Record<GatewayKind, string> = {
  http: 'HTTP 网关',
  webpush: 'Web Push',
  embedded: '内置网关',
}

const app = Type.Object({
  cgi: Type.String(),
  name: Type.String(),
  kind: Type.Enum([...gatewayKinds]),
  /** Where messages go, in words. */
  gateway: Type.String(),
  /** Whether they go to anybody: the embedded gateway keeps them. */
  delivers: Type.Boolean(),
  perMinute: Type.Integer(),
  quietHours: nullable(Type.Object({ from: Type.String(), to: Type.String() })),
  /** Whether it is quiet now, by the business's clocks. */
  quiet: Type.Boolean(),
  approvalAbove: Type.Integer(),
  /** What keeps it from sending; empty for nothing. */
  problem: Type.String(),
})
export type PushApp = Static<typeof app>

export const findPushApps = defineCall({
  name: 'findPushApps',
  method: 'GET',
  path: `${data}/appbasicconfig/find`,
  access,
  reply: Type.Array(app),
  example: {},
})

const server = Type.Object({ id: Type.String(), name: Type.String() })
export type GameServer = Static<typeof server>

export const findGameServers = defineCall({
  name: 'findGameServers',
  method: 'GET',
  path: `${data}/gameserver/find`,
  access,
  query: Type.Object({ cgi }, closed),
  reply: Type.Array(server),
  example: { query: { cgi: 'none' } },
})

const segment = Type.Object({
  key: Type.String(),
  title: Type.String(),
  description: Type.String(),
  /** Whose players it has; `"*"`: of all of them. */
  games: Type.Union([Type.Literal('*'), Type.Array(Type.String())]),
  /** Why it can't be chosen; empty where it can. */
  problem: Type.String(),
})
export type PushSegment = Static<typeof segment>

export const findPushSegments = defineCall({
  name: 'findPushSegments',
  method: 'GET',
  path: `${data}/segmentconfig/find`,
  access,
  reply: Type.Array(segment),
  example: {},
})
