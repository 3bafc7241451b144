// /others: the tools that the reader may open, as cards under headings, with their shortcuts.
import { InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { commandOf } from '#commands/index.ts'
import { matcherOf } from '#web/pick/matching.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { cardGroups } from '#web/shell/pages.ts'
import { useSession } from '#web/shell/session.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { type Card, cardsOf } from './cards.ts'
import { stepAmongCards } from './steps.ts'
import '../lists.css'

/** With fewer cards, a search field would not help. */
const searchedFrom = 8

export function Page() {
  const roleData = useSession((session) => session.roleData)
  const cards = useMemo(() => cardsOf(roleData), [roleData])
  const [typed, setTyped] = useState('')
  const shown = useMemo(() => {
    const matches = matcherOf(typed)
    return cards.filter(
      ({ title, pinyin, text }) => matches(title, pinyin) || (typed !== '' && text.includes(typed)),
    )
  }, [cards, typed])
  const place = useRef<HTMLDivElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cards within take the focus; their arrows arrive here.
    <div className="others-page" ref={place} onKeyDown={(event) => stepAmongCards(event, place.current)}>
      <div className="others-title">
        <h1>其他</h1>
        {cards.length >= searchedFrom && <Find typed={typed} onType={setTyped} first={shown[0]} />}
      </div>
      {shown.length === 0 && (
        <EmptyState title="没有这样的工具" description="换个词；可以输入拼音或首字母。" />
      )}
      {cardGroups.map((group) => (
        <Group key={group} title={group} cards={shown.filter((card) => card.group === group)} />
      ))}
    </div>
  )
}

interface FindProps {
  typed: string
  onType: (typed: string) => void
  first: Card | undefined
}

function Find({ typed, onType, first }: FindProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && first) navigate(first.path)
    if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation()
      onType('')
    }
  }
  return (
    <InputGroup
      id="others-find"
      className="others-find"
      type="search"
      leftIcon={<Search size={14} />}
      placeholder="名称、拼音、用途"
      aria-label="查找工具"
      value={typed}
      rightElement={typed === '' ? <KeyHint command="others.find" /> : undefined}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

function Group({ title, cards }: { title: string; cards: readonly Card[] }) {
  if (cards.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="others-group">{title}</h2>
      <ul className="others-cards">
        {cards.map((card) => (
          <li key={card.path}>
            <Link className="others-card" href={card.path}>
              <span className="others-card-title">
                {card.title}
                {card.command && commandOf(card.command).keys && <KeyHint command={card.command} />}
              </span>
              {card.text && <span className="others-card-text">{card.text}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
