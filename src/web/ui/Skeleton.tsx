// Grey lines in the place of content that is on its way; they appear only when it takes longer than a moment.

export function Skeleton({ lines = 8, label = '加载中...' }: { lines?: number; label?: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <div className="skeleton-line bp6-skeleton" key={index} />
      ))}
    </div>
  )
}
