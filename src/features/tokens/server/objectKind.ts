// Access tokens as objects: seen and changed by their owner alone.
import type { Selectable } from 'kysely'
import { readGames } from '#server/objects/games.ts'
import type { ObjectKind } from '#server/objects/types.ts'
import { type TokenScope, tokenScopeTitles } from '../contract.ts'
import { accessToken, type TokenRow } from './tables.ts'

export type StoredToken = Selectable<TokenRow>

export const readCalls = ({ calls }: Pick<StoredToken, 'calls'>): string[] => JSON.parse(calls) as string[]

function gamesShown(stored: unknown): string {
  const games = readGames(String(stored))
  return games === 'all' ? '全部游戏' : games.join('、')
}

export const tokensKind = (roleNames: ReadonlyMap<number, string> = new Map()): ObjectKind<StoredToken> => ({
  table: 'access_token',
  name: 'token',
  fields: {
    name: { title: '名称' },
    scope: { title: '可以做什么', show: (scope) => tokenScopeTitles[scope as TokenScope] },
    role_id: {
      title: '不超过角色',
      show: (id) => (id === null ? '不限' : (roleNames.get(Number(id)) ?? '已删除的角色')),
    },
    games: { title: '游戏', codes: 'game', show: gamesShown },
    calls: { title: '调用', show: (stored) => (JSON.parse(String(stored)) as string[]).join('、') || '不限' },
    expires_at: { title: '到期', show: (at) => String(at).slice(0, 10) },
    note: { title: '备注' },
  },
  seen: accessToken.seen,
  runs: 'never',
  names: ({ name, owner_id }) => [{ scope: String(owner_id), name }],
  taken: { field: 'name', message: '你已有同名的令牌，请换一个名称' },
})

/** For what needs no names of roles. */
export const tokens = tokensKind()
