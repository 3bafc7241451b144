// Grey lines in the place of content that is on its way; they appear only when it takes longer than a moment.
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
