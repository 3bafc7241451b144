// The catalogue's text for a wait, shown once the wait exceeds a second.
import { loadingTexts } from '#web/api/loading.ts'

export function SlowNote({ text = loadingTexts.load }: { text?: string }) {
  return <p className="slow-note">{text}</p>
}
