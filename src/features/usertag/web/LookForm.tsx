// The look-up form: player and types; Enter looks up. The reader's recent players are listed below.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { allTypes, longest, type TagBook } from '../contract.ts'
import { copyInfo, goTo, startAdding, toggleHistory, toggleSigned } from './actions.ts'
import { addressOf, type Wanted } from './address.ts'
import { useTags } from './store.ts'

const mostShown = 6

export function LookForm({ book, wanted }: { book: TagBook; wanted: Wanted }) {
  const { games, types, recent } = book
  const [cgi, setCgi] = useState(wanted.cgi || (recent[0]?.cgi ?? games[0]?.cgi ?? ''))
  const [id, setId] = useState(wanted.id)
  const [problem, setProblem] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(wanted.types.split(','))
  const isAll = chosen.includes(allTypes) || chosen.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (id.trim() === '') return setProblem('请填写玩家编号')
    setProblem('')
    goTo({ cgi, id: id.trim(), types: isAll ? allTypes : chosen.join(',') })
  }
  const toggle = (key: string) => {
    const now = chosen.filter((one) => one !== allTypes)
    setChosen(now.includes(key) ? now.filter((one) => one !== key) : [...now, key])
  }
  return (
    <div className="usertag-head">
      <form className="usertag-form" onSubmit={submit} aria-label="查询玩家">
        <HTMLSelect
          aria-label="游戏"
          value={cgi}
          onChange={({ target }) => setCgi(target.value)}
          options={games.map((game) => ({ value: game.cgi, label: game.name }))}
        />
        <InputGroup
          id="usertag-player"
          aria-label="玩家编号"
          className="usertag-id"
          placeholder="玩家编号"
          autoFocus={wanted.id === ''}
          maxLength={longest.player}
          value={id}
          intent={problem === '' ? 'none' : 'danger'}
          onValueChange={setId}
        />
        <fieldset className="usertag-types" aria-label="标签类型">
          <Button
            variant={isAll ? 'solid' : 'minimal'}
            active={isAll}
            aria-pressed={isAll}
            text="全部"
            onClick={() => setChosen([allTypes])}
          />
          {types.map(({ key, title }) => (
            <Button
              key={key}
              variant={!isAll && chosen.includes(key) ? 'solid' : 'minimal'}
              active={!isAll && chosen.includes(key)}
              aria-pressed={!isAll && chosen.includes(key)}
              text={title}
              onClick={() => toggle(key)}
            />
          ))}
        </fieldset>
        <Button type="submit" intent="primary">
          查询 <Kbd keys="enter" />
        </Button>
        <Tools />
      </form>
      {problem !== '' && (
        <p className="usertag-wrong" role="alert">
          {problem}
        </p>
      )}
      {recent.length > 0 && (
        <p className="usertag-recent">
          <span className="usertag-muted">最近查过</span>
          {recent.slice(0, mostShown).map((look) => (
            <Link key={`${look.cgi} ${look.id}`} href={addressOf(look)} title={timeText(look.at)}>
              {look.game} {look.id}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}

function Tools() {
  const { info, showsSigned, showsHistory } = useTags()
  return (
    <span className="usertag-tools">
      <Button variant="minimal" disabled={!info} onClick={() => void copyInfo()}>
        复制 JSON <KeyHint command="usertag.copy" />
      </Button>
      <Button variant="minimal" disabled={!info} onClick={startAdding}>
        新增标签 <KeyHint command="usertag.add" />
      </Button>
      <Button variant="minimal" disabled={!info} aria-pressed={showsHistory} onClick={toggleHistory}>
        变更记录 <KeyHint command="usertag.history" />
      </Button>
      <Button variant="minimal" aria-pressed={showsSigned} onClick={toggleSigned}>
        签名步骤 <KeyHint command="usertag.signed" />
      </Button>
    </span>
  )
}
