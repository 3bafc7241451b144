// Running calls that the user waits for. Answers within the delay show nothing.
import { create } from 'zustand'

export const loadingTexts = { load: '加载中...', login: '登录中...', remove: '正在删除...' } as const

const showAfterMs = 100

export const useLoading = create<{ texts: readonly string[] }>(() => ({ texts: [] }))

/** Shows the text while the work takes long; equal texts of several calls are shown once. */
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

/**
 * A call deletes if its name or a segment of its path says so: `AnaWhiteList/delete/{id}`, `dropTmpTable`.
 */
export const isDeletion = ({ name, path }: { name: string; path: string }): boolean =>
  [name, ...path.split('/')].some((word) => /^(del(?!iver)|drop)/.test(word))

/** The default text of a call. */
export function loadingTextOf(call: { name: string; path: string }): string {
  if (call.name === 'login') return loadingTexts.login
  return isDeletion(call) ? loadingTexts.remove : loadingTexts.load
}
