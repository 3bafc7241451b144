// The contents beside the chapter, with the parts of the one in front; while something is searched, what was found.

import { guideIndex } from 'guide:index'
import { Button, InputGroup } from '@blueprintjs/core'
import { Menu as MenuIcon, Search } from '@blueprintjs/icons'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { type ChapterEntry, contents } from './contents.ts'
import { addressOf, type Place } from './places.ts'
import { type Hit, searchGuide } from './search.ts'
import { useHits } from './useHits.ts'

const groups = [...Map.groupBy(contents, ({ group }) => group)]

export function GuideSide({ chapter, part }: Place) {
  const [typed, setTyped] = useState('')
  /** On a narrow window alone: else the contents always show. */
  const [isOpen, setOpen] = useState(false)
  const hits = useHits(typed)
  const close = () => setOpen(false)
  const type = (text: string) => {
    setTyped(text)
    setOpen(text !== '')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.currentTarget.blur()
      void searchGuide(typed).then(([first]) => first && navigate(addressOf(first.place)))
      close()
    }
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (typed === '') document.querySelector<HTMLElement>('.guide-text')?.focus({ preventScroll: true })
    type('')
  }
  return (
    <div className={`guide-side${isOpen ? ' guide-side-open' : ''}`}>
      <div className="guide-find">
        <Button
          className="guide-contents-button"
          variant="minimal"
          icon={<MenuIcon />}
          aria-label="目录"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <InputGroup
          id="guide-search"
          type="search"
          leftIcon={<Search size={14} />}
          placeholder="查找"
          aria-label="在指南里查找"
          value={typed}
          rightElement={typed === '' ? <KeyHint command="guide.search" /> : undefined}
          onValueChange={type}
          onKeyDown={onKeyDown}
        />
      </div>
      {hits === null ? (
        <nav className="guide-contents" aria-label="目录" onClickCapture={close}>
          {groups.map(([group, entries]) => (
            <Group key={group} title={group} entries={entries} here={{ chapter, part }} />
          ))}
        </nav>
      ) : (
        <Hits hits={hits} onChoose={close} />
      )}
    </div>
  )
}

function Group({ title, entries, here }: { title: string; entries: readonly ChapterEntry[]; here: Place }) {
  return (
    <section aria-label={title}>
      <h2 className="guide-group">{title}</h2>
      <ol>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <Link href={addressOf(id)} aria-current={id === here.chapter ? 'page' : undefined}>
              {title}
            </Link>
            {id === here.chapter && <Parts here={here} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Parts({ here: { chapter, part } }: { here: Place }) {
  const parts = guideIndex.filter(({ place }) => place.startsWith(`${chapter}#`))
  return (
    <ol className="guide-parts">
      {parts.map(({ place, title }) => (
        <li key={place}>
          <Link
            href={addressOf(place)}
            aria-current={place === `${chapter}#${part}` ? 'location' : undefined}
          >
            {title}
          </Link>
        </li>
      ))}
    </ol>
  )
}

function Hits({ hits, onChoose }: { hits: readonly Hit[]; onChoose: () => void }) {
  if (hits.length === 0) return <p className="guide-none">没有找到，换个词试试；标题可以输入拼音。</p>
  return (
    <nav className="guide-contents guide-hits" aria-label="找到的" onClickCapture={onChoose}>
      <ol>
        {hits.map(({ place, chapter, part, excerpt }) => (
          <li key={place}>
            <Link href={addressOf(place)}>
              <span className="guide-hit-title">{part}</span>
              {chapter !== part && <span className="guide-hit-chapter">{chapter}</span>}
              {excerpt && (
                <span className="guide-hit-text">
                  {excerpt[0]}
                  <mark>{excerpt[1]}</mark>
                  {excerpt[2]}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
