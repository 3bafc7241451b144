// Closing the tab with unsaved changes asks first; navigating within the product keeps them and says so.
import { useEffect } from 'react'
import { showMessage } from '#web/shell/message.ts'
import { useOpened } from './opened.ts'

const isChanged = (): boolean => useOpened.getState().sheet?.isChanged === true

export function useLeaving(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isChanged()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  useEffect(
    () => () => {
      if (isChanged()) showMessage({ message: '未保存的修改留在这个浏览器里，回到这个字典时恢复' })
    },
    [],
  )
}
