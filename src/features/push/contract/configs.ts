// The configuration of push: apps with their gateways, servers, segments.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, cgi, data, nullable } from './shared.ts'

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
  /** Whether messages reach anybody: the embedded gateway only stores them. */
  delivers: Type.Boolean(),
  perMinute: Type.Integer(),
  quietHours: nullable(Type.Object({ from: Type.String(), to: Type.String() })),
  /** Whether quiet hours apply now, by the business's clocks. */
  quiet: Type.Boolean(),
  approvalAbove: Type.Integer(),
  /** Why it can't send; empty where it can. */
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
  /** Games whose players it contains; `"*"`: all. */
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
