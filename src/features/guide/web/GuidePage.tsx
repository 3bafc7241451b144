// /guide: what each page of the product can do and how, a chapter at a time, with the commands that do it.
import './guide.css'
import { useSearch } from 'wouter'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import { ChapterText } from './ChapterText.tsx'
import { titleOf } from './contents.ts'
import { GuideSide } from './GuideSide.tsx'
import { placeIn } from './places.ts'
import { useGuideSteps } from './steps.ts'

export function Page() {
  const search = useSearch()
  const { chapter, part } = placeIn(search)
  useGuideSteps(search)
  usePageTitle(`${titleOf(chapter)} · 使用指南`)
  return (
    <div className="guide">
      <GuideSide chapter={chapter} part={part} />
      <ChapterText key={chapter} id={chapter} part={part} />
    </div>
  )
}
