// Renames a folder or view in place: Enter or blur saves, Esc cancels.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { finishNaming } from './actions.ts'
import { type Naming, useTree } from './store.ts'

export function NameField({ naming, initial }: { naming: Naming; initial: string }) {
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const backToTree = () => document.querySelector<HTMLElement>('.statement-tree')?.focus()
  const finish = (text: string) => {
    if (done.current) return
    done.current = true
    void finishNaming(naming, text)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter') {
      finish(event.currentTarget.value)
      backToTree()
    } else if (event.key === 'Escape') {
      done.current = true
      useTree.setState({ naming: null })
      backToTree()
    }
  }
  return (
    <input
      ref={field}
      className="tree-name bp6-input"
      data-asks
      defaultValue={initial}
      maxLength={100}
      placeholder={naming.kind === 'newFolder' ? '文件夹名称' : '视图名称'}
      aria-label="名称"
      onKeyDown={handleKey}
      onClick={(event) => event.stopPropagation()}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  )
}
