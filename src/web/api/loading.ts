// Which calls are running that the user waits for. An answer within the delay shows nothing.
import { create } from 'zustand'

export const loadingTexts = { load: '加载中...', login: '登录中...', remove: '正在删除...' } as const

const showAfterMs = 100

export const useLoading = create<{ texts: readonly string[] }>(() => ({ texts: [] }))

/** Shows the text while the work runs, if it runs long; the same text of several calls shows once. */
export async function whileLoading<Result>(text: string | null, work: Promise<Result>): Promise<Result> {
  if (text === null) return work
  let shown = false
  const timer = setTimeout(() => {
    shown = true
    useLoading.setState(({ texts }) => ({ texts: [...texts, text] }))
  }, showAfterMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (shown) useLoading.setState(({ texts }) => ({ texts: withoutOne(texts, text) }))
  }
}

function withoutOne(texts: readonly string[], text: string): string[] {
  const at = texts.indexOf(text)
  return texts.filter((_, index) => index !== at)
}

/** The text of a call that names none of its own. */
export function loadingTextOf(callName: string): string {
  if (callName === 'login') return loadingTexts.login
  return /^del/i.test(callName) ? loadingTexts.remove : loadingTexts.load
}
