// Grey lines in place of content that is loading; they appear only after a moment.
import { loadingTexts } from '#web/api/loading.ts'
import { SlowNote } from './SlowNote.tsx'

export function Skeleton({ lines = 8, label = loadingTexts.load }: { lines?: number; label?: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <div className="skeleton-line bp6-skeleton" key={index} />
      ))}
      <SlowNote text={label} />
    </div>
  )
}
