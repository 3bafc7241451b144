// A chapter as it is read, scrolled to the part that was asked for.
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import type { Chapter, Part } from './chapter.ts'
import { contents, entryOf, titleOf } from './contents.ts'
import { addressOf } from './places.ts'
import { Written } from './Written.tsx'

interface Props {
  id: string
  part: string | null
}

export function ChapterText({ id, part }: Props) {
  const { chapter, failed, retry } = useChapter(id)
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!chapter) return
    const target = part === null ? null : document.getElementById(part)
    if (target) target.scrollIntoView()
    else text.current?.scrollTo(0, 0)
    // Arrows and Page Down scroll what one came to read, unless one has begun to type meanwhile.
    if (!(document.activeElement instanceof HTMLInputElement)) text.current?.focus({ preventScroll: true })
  }, [chapter, part])
  if (failed) return <ErrorState title="这一章读取失败" onRetry={retry} />
  if (!chapter) return <Skeleton />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it.
    <article className="guide-text" tabIndex={0} aria-label={titleOf(id)} ref={text}>
      <h1>{titleOf(id)}</h1>
      <p className="guide-lead">{chapter.lead}</p>
      {chapter.parts.map((one) => (
        <PartText key={one.id} part={one} />
      ))}
      <Neighbours id={id} />
    </article>
  )
}

function useChapter(id: string) {
  const [chapter, setChapter] = useState<Chapter | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads anew.
  useEffect(() => {
    let left = false
    setFailed(false)
    entryOf(id)
      ?.load()
      .then(
        (read) => !left && setChapter(read.chapter),
        (error: unknown) => {
          console.error(error)
          if (!left) setFailed(true)
        },
      )
    return () => {
      left = true
    }
  }, [id, attempt])
  return { chapter, failed, retry: () => setAttempt(attempt + 1) }
}

function PartText({ part: { id, title, steps } }: { part: Part }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <ul>
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a part never change their order.
          <li key={at} className={typeof step === 'string' ? undefined : 'guide-block-row'}>
            <Written step={step} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Neighbours({ id }: { id: string }) {
  const at = contents.findIndex((entry) => entry.id === id)
  const [before, after] = [contents[at - 1], contents[at + 1]]
  return (
    <nav className="guide-neighbours" aria-label="前后各章">
      {before && (
        <Link href={addressOf(before.id)}>
          <KeyHint command="guide.previous" /> {before.title}
        </Link>
      )}
      {after && (
        <Link className="guide-after" href={addressOf(after.id)}>
          {after.title} <KeyHint command="guide.next" />
        </Link>
      )}
    </nav>
  )
}
