// Accounts on the ad platforms.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idSchema } from '#shared/ids.ts'
import { data, edited, game, games, idParams, ids, line, long, nullable, ours, told } from './shared.ts'

const access = { keys: ['search_adUserList'] } as const

const accountInfo = Type.Object({
  /** The platform's name for the account. */
  name: Type.String(),
  state: Type.String(),
  balance: nullable(Type.Number()),
  currency: Type.String(),
  /** The gateway's remark about itself or about the answer. */
  note: Type.String(),
})
export type AdAccountInfo = Static<typeof accountInfo>

const adAccount = Type.Object({
  ...told,
  platform: Type.String(),
  accountId: Type.String(),
  name: Type.String(),
  /** Pinyin readings of the name, one syllable per character; see src/shared/pinyin.ts. */
  pinyin: Type.String(),
  games,
  keeper: Type.String(),
  note: Type.String(),
  /** The masked token, `••••1234`; empty for none. The token itself is never returned. */
  token: Type.String(),
  info: nullable(accountInfo),
  checkedAt: nullable(Type.String()),
  checkProblem: nullable(Type.String()),
})
export type AdAccount = Static<typeof adAccount>

const adAccountList = Type.Object({
  rows: Type.Array(adAccount),
  games: Type.Array(game),
  platforms: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String(),
      /** Host of the gateway; empty when none is configured. */
      gateway: Type.String(),
    }),
  ),
})
export type AdAccountList = Static<typeof adAccountList>

export const getAdAccount = defineCall({
  name: 'getAdAccount',
  method: 'GET',
  path: `${data}/getAdAccount`,
  access,
  reply: adAccountList,
  example: {},
})

const adAccountChange = Type.Object(
  {
    ...edited,
    platform: line,
    accountId: line,
    name: line,
    games,
    keeper: Type.Optional(line),
    note: Type.Optional(long),
    /** Absent: unchanged. Empty: no token. */
    token: Type.Optional(Type.String({ maxLength: 10_000 })),
  },
  closed,
)
export type AdAccountChange = Static<typeof adAccountChange>

export const addOrUpdateAdAccount = defineCall({
  name: 'addOrUpdateAdAccount',
  method: 'POST',
  path: `${data}/addOrUpdateAdAccount`,
  access,
  body: adAccountChange,
  reply: adAccount,
  example: { body: { id: -1, platform: 'toutiao', accountId: '1', name: '账户', games: ['none'] } },
})

export const deleteAdAccount = defineCall({
  name: 'deleteAdAccount',
  method: 'POST',
  path: `${data}/deleteAdAccount/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const restoreAdAccounts = defineCall({
  name: 'restoreAdAccounts',
  method: 'POST',
  path: `${ours}/ad/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

/** Asks the account's platform again; the answer, or the reason of a failure, is stored with the account. */
export const getAccountInfo = defineCall({
  name: 'getAccountInfo',
  method: 'GET',
  path: `${data}/getAccountInfo`,
  effect: 'write',
  access,
  query: Type.Object({ id: idSchema }, closed),
  reply: adAccount,
  example: { query: { id: 987654321 } },
})

export const adAccountHistory = defineCall({
  name: 'adAccountHistory',
  method: 'GET',
  path: `${ours}/ad/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})
