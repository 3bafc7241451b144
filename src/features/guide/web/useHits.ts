// What the guide finds for the text in its field; null while nothing is typed, or nothing has come yet.
import { useEffect, useState } from 'react'
import { showMessage } from '#web/shell/message.ts'
import { type Hit, searchGuide } from './search.ts'

export function useHits(typed: string): readonly Hit[] | null {
  const [hits, setHits] = useState<readonly Hit[] | null>(null)
  useEffect(() => {
    let left = false
    if (typed.trim() === '') setHits(null)
    else
      searchGuide(typed).then(
        (found) => !left && setHits(found),
        (error: unknown) => {
          console.error(error)
          if (!left) showMessage({ message: '指南的部分内容读取失败，请稍后再试', intent: 'danger' })
        },
      )
    return () => {
      left = true
    }
  }, [typed])
  return hits
}
