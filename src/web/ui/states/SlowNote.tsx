// The catalogue's word for a wait, shown where one waits once the wait passes a second.
import { loadingTexts } from '#web/api/loading.ts'

export function SlowNote({ text = loadingTexts.load }: { text?: string }) {
  return <p className="slow-note">{text}</p>
}
