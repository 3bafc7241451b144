// The games whose data counts.
import { useState } from 'react'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { PickList } from '#web/pick/PickList.tsx'
import type { AlarmOptions, AlarmRule } from '#features/alarm/contract.ts'
import { change } from './actions.ts'
import { FieldLine } from './Part.tsx'

export function Games({ rule, options }: { rule: AlarmRule; options: AlarmOptions }) {
  const [isOpen, setOpen] = useState(false)
  const { games } = rule
  if (options.games.length === 0) return null
  const chosen = games === '*' ? [] : games
  const names = chosen.map((cgi) => options.games.find((game) => game.cgi === cgi)?.name ?? cgi)
  const set = (next: AlarmRule['games']) => change({ games: next })
  return (
    <FieldLine name="games" label="游戏">
      <FilterButton
        label=""
        name="游戏"
        value={games === '*' ? '全部游戏' : names.join('、') || '选择游戏'}
        isOpen={isOpen}
        onOpen={setOpen}
        title="只算这些游戏的数据"
      >
        <PickList
          items={[
            {
              key: '*',
              title: '全部游戏',
              pinyin: '',
              checked: games === '*',
              refused: options.allGames ? '' : '只有可看全部游戏的人可以选择',
            },
            ...options.games.map(({ cgi, name }) => ({
              key: `=${cgi}`,
              title: name,
              pinyin: '',
              checked: chosen.includes(cgi),
            })),
          ]}
          label="搜索游戏"
          onPick={({ key }) => {
            const cgi = key.slice(1)
            if (key === '*') set('*')
            else set(chosen.includes(cgi) ? chosen.filter((one) => one !== cgi) : [...chosen, cgi])
          }}
        />
      </FilterButton>
    </FieldLine>
  )
}
