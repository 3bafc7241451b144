// What a slice adds to /metrics.

/** A figure that a slice tells beside the platform's. */
export interface WatchedFigure {
  name: string
  help: string
  /** Values by label, as in `{ status: 'failed' }`; none where nothing is known. */
  read(): Promise<{ labels: Record<string, string>; value: number }[]>
  labelNames: readonly string[]
}
