// Parts of the page's own script that are read when they are first needed: one that can't be had is told, so that no
// key, menu or button does nothing without a word.
import { showMessage } from './message.ts'

/** In English, as the failure of a page's module is given (src/README.md). */
export function tellMissingPart(error: unknown): void {
  console.error(error)
  showMessage({
    message: 'An error occurred while loading the component',
    detail: '加载失败，请检查网络后重试或刷新页面',
    intent: 'danger',
  })
}

/** What `use` itself throws is its own affair, and reported as any fault is. */
export function whenRead<Part>(reading: Promise<Part>, use: (part: Part) => void): void {
  void reading.then(use, tellMissingPart)
}
