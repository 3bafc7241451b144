// Copies a text to the clipboard and shows a message.
import { showMessage } from '../shell/message.ts'

export async function copyText(text: string, done = '已复制'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showMessage({ message: done, intent: 'success' })
  } catch {
    showMessage({ message: '浏览器不允许写剪贴板，请手动复制', intent: 'warning' })
  }
}
