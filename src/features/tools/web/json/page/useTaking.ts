// Accepts texts pasted on the page outside of fields, and files dropped on it.
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { isTyping } from '#web/shell/keys/dispatcher.ts'

/** `isPasted`: whether this part of the page accepts pastes. */
export function useTaking(take: (source: string | File, name: string) => void, isPasted = true) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (!isPasted) return
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target as Element | null)) return
      const file = event.clipboardData?.files[0]
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!file && text.trim() === '') return
      event.preventDefault()
      if (text.trim() !== '') latest.current(text, '')
      else if (file) latest.current(file, file.name)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [isPasted])
  // Elsewhere the product takes dropped files for imports; this stops the event before it gets there.
  const own = (event: DragEvent): boolean => {
    if (!event.dataTransfer.types.includes('Files')) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (own(event)) setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!own(event)) return
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file) latest.current(file, file.name)
    },
  }
  return { drop, isOver }
}

/** Opens the browser's file chooser. */
export function chooseFile(take: (file: File) => void, accept = ''): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.onchange = () => {
    const file = input.files?.[0]
    if (file) take(file)
  }
  input.click()
}
