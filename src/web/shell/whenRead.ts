// Lazily loaded parts of the page's script. A part that fails to load shows a message, so that no key, menu or button
// fails silently.
import { showMessage } from './message.ts'

/** The message is in English, like the one for a page's module that fails to load (src/README.md). */
export function tellMissingPart(error: unknown): void {
  console.error(error)
  showMessage({
    message: 'An error occurred while loading the component',
    detail: '加载失败，请检查网络后重试或刷新页面',
    intent: 'danger',
  })
}

/** Errors thrown by `use` itself are not caught here; they are reported like any other fault. */
export function whenRead<Part>(reading: Promise<Part>, use: (part: Part) => void): void {
  void reading.then(use, tellMissingPart)
}
