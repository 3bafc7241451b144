// Help on the games that a form may name.
import type { GameName } from '#web/list/gameCells.ts'

export function GamesHelp({ games }: { games: readonly GameName[] }) {
  return <p className="form-help">游戏可填：{games.map(({ name }) => name).join('、')}，或「全部游戏」</p>
}
