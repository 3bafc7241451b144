// Receivers as objects: visible to users with one of the receiver's games, changeable by users with all of
// them.
import type { Selectable } from 'kysely'
import { holdsGames, readGames } from '#server/objects/games.ts'
import type { ObjectKind } from '#server/objects/types.ts'
import { type ReceiverKind, receiverKindTitles } from '../contract.ts'
import { type ReceiverRow, receiver } from './tables.ts'

export type StoredReceiver = Selectable<ReceiverRow>

/** The part of a receiver that is not secret. */
interface ReceiverConfig {
  /** Mail only. */
  addresses?: string[]
}

export interface ReceiverSecrets {
  /** Other kinds: the address, which contains a key. */
  address?: string
  /** Signs the messages. */
  secret?: string
}

const gamesShown = (stored: unknown): string => {
  const games = readGames(String(stored))
  return games === 'all' ? '全部游戏' : games.join('、')
}

export const readConfig = ({ config }: Pick<StoredReceiver, 'config'>): ReceiverConfig =>
  JSON.parse(config) as ReceiverConfig

export const receivers: ObjectKind<StoredReceiver> = {
  table: 'receiver',
  name: 'receiver',
  fields: {
    name: { title: '名称' },
    kind: { title: '类型', show: (kind) => receiverKindTitles[kind as ReceiverKind] },
    games: { title: '游戏', codes: 'game', show: gamesShown },
    config: {
      title: '收件人',
      show: (config) => (readConfig({ config: String(config) }).addresses ?? []).join('、'),
    },
    secrets: { title: '地址与密钥', show: () => '已设置（内容不留记录）' },
    note: { title: '备注' },
  },
  seen: receiver.seen,
  refuses: (caller, { games }) =>
    holdsGames(caller, readGames(games)) ? null : '该渠道还属于你看不到的游戏，只能由可看这些游戏的人修改',
  runs: 'never',
  names: ({ name }) => [{ scope: '', name }],
  taken: { field: 'name', message: '已有同名的通知渠道，请换一个名称' },
}
